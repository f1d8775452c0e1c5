import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartupError } from '@mms/service-kit'
import type { AreaList, PublishedArea } from '../areas/area-list.ts'
import { pathPattern } from '../areas/path-owners.ts'
import type { Bucket } from './bucket.ts'
import { addBuild } from './changes.ts'
import { checkBuild, copyBuild } from './files.ts'

const run = promisify(execFile)

export interface PublishOptions {
  area: string
  from: string
  sourceOf(area: string): string
  bucket: Bucket | undefined
  commit: string | undefined
  who: string
  now: Date
  pathsOf: (list: AreaList) => Promise<Map<string, string[]>>
}

const commitOf = async (folder: string) => {
  const { stdout } = await run('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
    cwd: folder,
  }).catch(() => ({ stdout: '' }))
  return stdout.trim() || undefined
}

export async function publish(list: AreaList, options: PublishOptions): Promise<PublishedArea> {
  const { area: name, from, who, now } = options
  const present = list[name]
  const published = typeof present === 'object' ? present : undefined
  const source = published?.source ?? options.sourceOf(name)
  const build = await checkBuild(name, from)
  const { manifest, integrity } = build
  for (const [owner, paths] of await options.pathsOf(list)) {
    const patterns = new Set(paths.map(pathPattern))
    const taken = manifest.routes.find((path) => owner !== name && patterns.has(pathPattern(path)))
    if (taken !== undefined) throw new StartupError(`The path ${taken} belongs to the area ${owner}.`)
  }
  const { build: id, version, requires } = manifest
  const commit = options.commit ?? (await commitOf(from))
  const entry = { id, version, commit, publishedAt: now.toISOString(), publishedBy: who, integrity, requires }
  const next = addBuild(published, entry, source)
  await copyBuild(build, source, options.bucket)
  return typeof present === 'string' ? { ...next, unversioned: present } : next
}
