import { lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { type AreaManifest, areaManifestSchema, buildIdSchema } from '@mms/contracts'
import { httpRequest, StartupError } from '@mms/service-kit'
import { isOrigin } from '../areas/area-list.ts'
import { locationOf } from '../areas/choose-build.ts'
import { integrityOf } from '../areas/manifests.ts'
import { readFileBelow } from '../files/open-below.ts'
import type { Bucket } from './bucket.ts'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** A build in memory, read once, so that the published bytes are the verified ones. */
export interface CheckedBuild {
  manifest: AreaManifest
  integrity: string
  /** Keyed by path. `area.json` is last, because its presence marks a complete build. */
  files: ReadonlyMap<string, Buffer>
}

/** Refuses links, devices and hard links, even those that `area.json` does not list. */
async function assertPlain(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (entry.isDirectory()) continue
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || (await lstat(path)).nlink > 1) {
      throw new StartupError(
        `${relative(folder, path)} is a link or a device: a build may have plain files only.`,
      )
    }
  }
}

export async function checkBuild(area: string, folder: string): Promise<CheckedBuild> {
  await assertPlain(folder)
  const content = await readFileBelow(folder, 'area.json')
  if (!content) throw new StartupError(`There is no area.json in ${folder}. Build the area first.`)
  const manifest = parseManifest(content, folder)
  if (manifest.name !== area)
    throw new StartupError(`The build in ${folder} belongs to the area ${manifest.name}.`)
  if (!buildIdSchema.safeParse(manifest.build).success)
    throw new StartupError('The id of the build is not a valid folder name.')
  const { integrity, files } = manifest
  if (!integrity || !files)
    throw new StartupError('The area.json of the build does not name its files. Build it with npm run build.')
  for (const needed of [
    manifest.entry,
    files.entry,
    ...files.definition,
    ...Object.values(files.parts).flat(),
  ]) {
    if (!integrity[needed]) throw new StartupError(`The integrity of ${needed} is missing in area.json.`)
  }
  const contents = new Map<string, Buffer>()
  for (const [file, expected] of Object.entries(integrity)) {
    const found = await readFileBelow(folder, file)
    if (!found) throw new StartupError(`The file ${file} of the build is missing.`)
    if (integrityOf(found) !== expected)
      throw new StartupError(`The file ${file} was changed after the build: its integrity differs.`)
    contents.set(file, found)
  }
  contents.delete('area.json')
  return { manifest, integrity: integrityOf(content), files: contents.set('area.json', content) }
}

function parseManifest(content: Buffer, folder: string): AreaManifest {
  try {
    return areaManifestSchema.parse(JSON.parse(content.toString()))
  } catch (cause) {
    throw new StartupError(`The area.json in ${folder} is not valid.`, { cause })
  }
}

/** Publishes a build completely or not at all. Compresses here, because a build's compressed files are not verified. */
export async function copyBuild(build: CheckedBuild, source: string, bucket: Bucket | undefined) {
  const { name, build: id } = build.manifest
  const target = locationOf(source, id)
  if (isOrigin(source)) {
    if (bucket?.isSource(name, source)) await bucket.upload(name, id, build.files)
    return assertUploaded(build, target)
  }
  const unfinished = join(source, `.${id}.${process.pid}`)
  try {
    for (const [file, content] of build.files) await write(join(unfinished, file), content)
    await rm(target, { recursive: true, force: true })
    await rename(unfinished, target)
    await syncFolder(source)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function write(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  if (!/\.(js|css|json|svg)$/.test(path)) return
  for (const [end, compressed] of [
    ['.br', await brotli(content)],
    ['.gz', await gz(content, { level: 9 })],
  ] as const) {
    if (compressed.length < content.length) await writeFile(path + end, compressed)
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

/** Operators upload to a plain web server themselves; this checks that the right build is there. */
async function assertUploaded({ integrity }: CheckedBuild, location: string): Promise<void> {
  const answer = await httpRequest(`${location}/area.json`, { redirect: 'error', timeoutMs: 10_000 }).catch(
    (cause: Error) => {
      throw new StartupError(`The build is not at ${location}. Upload it first: ${cause.message}.`, { cause })
    },
  )
  if (integrityOf(Buffer.from(await answer.arrayBuffer())) !== integrity)
    throw new StartupError(`${location} holds a different build.`)
}

/** Also removes unfinished copies of a killed publish. */
export async function removeBuilds(source: string, dropped: string[]): Promise<void> {
  if (isOrigin(source)) return
  const unfinished = (await readdir(source).catch(() => [])).filter((name) => /^\.[\w-]+\.\d+$/.test(name))
  for (const name of [...dropped, ...unfinished])
    await rm(join(source, name), { recursive: true, force: true })
}
