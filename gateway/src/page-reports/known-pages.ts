import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type AreaManifest, OTHER_PAGES, SHELL_AREA, SHELL_PAGES } from '@mms/contracts'
import type { Logger } from '@mms/service-kit'
import type { AreaList } from '../areas/area-list.ts'
import { locationOf } from '../areas/choose-build.ts'
import { createManifests } from '../areas/manifests.ts'

/** The builds and pages of an area that reports may mention. */
export interface KnownPages {
  owner: string
  builds: Set<string>
  pages: Set<string>
}

interface KnownPagesOptions {
  areas: () => Promise<AreaList>
  shellFolder?: string | undefined
  log: Logger
  /** Called when a build is removed, so that its metrics can be dropped. */
  onGone?: () => void
}

const FRESH_MS = 5_000
/** Newest builds known besides the live ones, because tabs may still run them. */
const NEWEST = 5
const SHELL_SCRIPT = /^main\.([\da-f]{8,40})\.js$/

const toKnownPages = (manifests: (AreaManifest | null)[], ids: string[]): KnownPages => {
  const read = manifests.filter((manifest) => manifest !== null)
  return {
    owner: read[0]?.owner ?? 'unknown',
    builds: new Set([...ids, ...read.map(({ build }) => build)]),
    pages: new Set(['/', OTHER_PAGES, ...read.flatMap(({ routes }) => routes)]),
  }
}

export function createKnownPages({ areas, shellFolder, log, onGone = () => {} }: KnownPagesOptions) {
  const manifestOf = createManifests(log)

  const readArea = async (name: string, source: AreaList[string] = ''): Promise<KnownPages> => {
    if (typeof source === 'string') return toKnownPages([await manifestOf(name, source)], [])
    const { builds, stable, canary } = source
    const live = builds.filter(({ id }) => id === stable || id === canary?.build)
    const manifests = live.map(({ id, integrity }) =>
      manifestOf(name, locationOf(source.source, id), integrity),
    )
    const ids = [...live, ...builds.slice(-NEWEST)].map(({ id }) => id)
    return toKnownPages(await Promise.all(manifests), ids)
  }

  const readShell = async (): Promise<KnownPages> => {
    const files = shellFolder ? await readdir(join(shellFolder, 'assets')).catch(() => []) : []
    const builds = files.flatMap((file) => SHELL_SCRIPT.exec(file)?.[1] ?? [])
    return { owner: 'team-platform', builds: new Set(builds), pages: new Set(SHELL_PAGES) }
  }

  const readAll = async (before: Map<string, KnownPages>): Promise<Map<string, KnownPages>> => {
    const entries = Object.entries(await areas()).map(
      async ([name, source]) => [name, await readArea(name, source)] as const,
    )
    const now = new Map([...(await Promise.all(entries)), [SHELL_AREA, await readShell()] as const])
    const isGone = ([name, { builds }]: [string, KnownPages]) =>
      [...builds].some((build) => !now.get(name)?.builds.has(build))
    if ([...before].some(isGone)) onGone()
    return now
  }

  let known = Promise.resolve(new Map<string, KnownPages>())
  let readAt = Number.NEGATIVE_INFINITY
  return (): Promise<Map<string, KnownPages>> => {
    if (performance.now() - readAt < FRESH_MS) return known
    readAt = performance.now()
    const before = known
    known = before.then(readAll).catch(() => before)
    return known
  }
}
