import { cp, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type AreaManifest, areaManifestSchema, buildIdSchema } from '@mms/contracts'
import { httpRequest } from '@mms/service-kit'
import { isOrigin } from '../areas/area-list.ts'
import { placeOf } from '../areas/entries.ts'
import { integrityOf } from '../areas/manifests.ts'
import type { Bucket } from './bucket.ts'
import { CommandError } from './changes.ts'

/** A build in a folder, whose files are those that its `area.json` names. */
export interface CheckedBuild {
  manifest: AreaManifest
  /** Of `area.json`. */
  integrity: string
  /** `area.json` last: where it is, all is. */
  files: string[]
}

/** Reads a build and compares each of its files with its integrity. Throws a `CommandError` that names the first that differs. */
export async function checkBuild(area: string, folder: string): Promise<CheckedBuild> {
  const content = await readFile(join(folder, 'area.json')).catch(() => {
    throw new CommandError(`There is no area.json in ${folder}. Build the area first.`)
  })
  const manifest = parseManifest(content, folder)
  if (manifest.name !== area)
    throw new CommandError(`The build in ${folder} is of the area ${manifest.name}.`)
  if (!buildIdSchema.safeParse(manifest.build).success)
    throw new CommandError('The build has no id that can name a folder.')
  const { integrity, files } = manifest
  if (!integrity || !files)
    throw new CommandError('The area.json of the build does not name its files. Build it with npm run build.')
  for (const needed of [
    manifest.entry,
    files.entry,
    ...files.definition,
    ...Object.values(files.parts).flat(),
  ]) {
    if (!integrity[needed]) throw new CommandError(`The integrity of ${needed} is missing in area.json.`)
  }
  for (const [file, expected] of Object.entries(integrity)) {
    const found = await readFile(join(folder, file)).catch(() => undefined)
    if (!found) throw new CommandError(`The file ${file} of the build is missing.`)
    if (integrityOf(found) !== expected)
      throw new CommandError(`The file ${file} is not the one that was built: its integrity differs.`)
  }
  return { manifest, integrity: integrityOf(content), files: [...Object.keys(integrity), 'area.json'] }
}

function parseManifest(content: Buffer, folder: string): AreaManifest {
  try {
    return areaManifestSchema.parse(JSON.parse(content.toString()))
  } catch (cause) {
    throw new CommandError(`The area.json in ${folder} breaks the contract of areas.`, { cause })
  }
}

/** Copies a build, with its compressed siblings and maps, so that it is there whole or not at all. */
export async function copyBuild(
  build: CheckedBuild,
  from: string,
  source: string,
  bucket: Bucket | undefined,
): Promise<void> {
  const { name, build: id } = build.manifest
  const target = placeOf(source, id)
  if (isOrigin(source)) {
    const files = build.files.flatMap((file) => [`${file}.map`, file])
    if (bucket?.isSource(name, source)) await bucket.upload(name, id, from, files)
    return assertUploaded(build, target)
  }
  const unfinished = join(source, `.${id}.${process.pid}`)
  try {
    for (const file of build.files) {
      for (const each of [file, `${file}.br`, `${file}.gz`, `${file}.map`])
        await copyFile(from, unfinished, each)
    }
    await rm(target, { recursive: true, force: true })
    await rename(unfinished, target)
    await syncFolder(source)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** A sibling that a file does not have is not missed: the files themselves have just been read. */
async function copyFile(from: string, to: string, file: string): Promise<void> {
  await mkdir(dirname(join(to, file)), { recursive: true })
  await cp(join(from, file), join(to, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

/** As gateways read it: a server that is no bucket is filled by its own tool. */
async function assertUploaded({ integrity }: CheckedBuild, place: string): Promise<void> {
  const answer = await httpRequest(`${place}/area.json`, { redirect: 'error', timeoutMs: 10_000 }).catch(
    (cause: Error) => {
      throw new CommandError(`The build is not at ${place}, upload it first: ${cause.message}.`, { cause })
    },
  )
  if (integrityOf(Buffer.from(await answer.arrayBuffer())) !== integrity)
    throw new CommandError(`What is at ${place} is another build.`)
}

/** Removes the files of builds that are no longer listed, and what a publish that was killed left behind. */
export async function removeBuilds(source: string, dropped: string[]): Promise<void> {
  if (isOrigin(source)) return
  const unfinished = (await readdir(source).catch(() => [])).filter((name) => /^\.[\w-]+\.\d+$/.test(name))
  for (const name of [...dropped, ...unfinished])
    await rm(join(source, name), { recursive: true, force: true })
}
