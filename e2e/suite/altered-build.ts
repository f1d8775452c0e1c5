import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AreaManifest } from '@mms/contracts'

const integrityOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const turnRound = (text: string) => [...text].reverse().join('')

/** Copies an area's build to a temporary folder. `alter` changes its scripts; names, build id and integrity are adapted. */
export async function alterBuild(
  dist: string,
  alter: (text: string, file: string, manifest: AreaManifest) => string,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mms-altered-'))
  const source = await readFile(join(dist, 'area.json'), 'utf8')
  const manifest = JSON.parse(source) as AreaManifest
  const { integrity = {}, files } = manifest
  const hashes = [
    manifest.build,
    ...Object.keys(integrity).flatMap((file) => file.match(/[\da-f]{16}/g) ?? []),
  ]
  const renewed = new Map(hashes.map((hash) => [hash, turnRound(hash)]))
  const renew = (text: string) =>
    [...renewed].reduce((result, [from, to]) => result.replaceAll(from, to), text)
  let isAltered = false
  // Last, because the entry contains the integrity of the other scripts.
  const entryLast = Object.keys(integrity).sort(
    (a, b) => Number(a === files?.entry) - Number(b === files?.entry),
  )
  for (const file of entryLast) {
    const text = await readFile(join(dist, file), 'utf8')
    const altered = alter(text, file, manifest)
    isAltered ||= altered !== text
    const content = renew(altered)
    renewed.set(integrity[file] as string, integrityOf(content))
    const place = join(folder, renew(file))
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, content)
  }
  if (!isAltered) throw new Error(`Nothing in ${dist} was altered`)
  await writeFile(join(folder, 'area.json'), renew(source))
  return folder
}

/** A valid build whose components throw when rendered. */
export const buildThatThrows = (dist: string) =>
  alterBuild(dist, (text) =>
    text.replaceAll(
      'async()=>(await ',
      'async()=>(()=>{throw Error("thrown on render, on purpose")})||(await ',
    ),
  )
