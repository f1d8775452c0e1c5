import { createHash } from 'node:crypto'
import type { AreaManifest, AreaRegistry } from '@mms/contracts'
import type { Logger } from '@mms/service-kit'
import type { AreaList, PublishedArea, PublishedBuild } from './area-list.ts'
import { createManifests } from './manifests.ts'

/** Sent by the browser and not verified, so use it only to choose a build. */
export interface Person {
  id: string
  email: string
}

/** Returns a fixed value from 0 to 100. It differs by area, so that one person does not get every canary. */
export function canaryPosition(area: string, personId: string): number {
  const hash = createHash('sha256').update(`${area} ${personId}`).digest()
  return (hash.readUInt32BE() / 2 ** 32) * 100
}

export function chooseBuild(
  area: string,
  { canary, stable }: Pick<PublishedArea, 'canary' | 'stable'>,
  person: Person | undefined,
): string {
  if (!canary || !person) return stable
  const isNamed = canary.people.includes(person.id) || canary.people.includes(person.email)
  return isNamed || canaryPosition(area, person.id) < canary.percent ? canary.build : stable
}

type Entry = AreaRegistry['areas'][number]

/** Maximum fallback builds for a page that cannot load the chosen one. */
const MAX_OTHERS = 3

export const locationOf = (source: string, build: string) => `${source.replace(/\/$/, '')}/${build}`

const isServed = ({ blocked }: PublishedArea, build: string) => !blocked.includes(build)

/** Earlier stable builds, latest first. Builds that were published but never stable are not included. */
function fallbacksOf(area: PublishedArea, chosen: string): PublishedBuild[] {
  const live = new Set([area.stable, ...area.previous.toReversed()].filter((id) => id !== chosen))
  const served = [...live].filter((id) => isServed(area, id))
  return served.flatMap((id) => area.builds.find((build) => build.id === id) ?? []).slice(0, MAX_OTHERS)
}

/** Finds the file for `/<build>/…` of a published area, else among its unversioned files. */
export function findBuildFile(source: AreaList[string], path: string) {
  if (typeof source === 'string') return { location: source, path }
  const [, build = '', file = ''] = /^\/([^/]+)(\/.+)$/.exec(path) ?? []
  if (source.builds.some(({ id }) => id === build)) {
    return isServed(source, build) ? { location: locationOf(source.source, build), path: file } : undefined
  }
  return source.unversioned === undefined ? undefined : { location: source.unversioned, path }
}

/** Keeps only the integrity of the entry script, which contains that of the others. */
function withEntryAlone(manifest: AreaManifest | null): AreaManifest | null {
  const { integrity, ...rest } = manifest ?? {}
  const entry = manifest?.files?.entry
  const ofEntry = entry === undefined ? undefined : integrity?.[entry]
  if (!manifest || entry === undefined || ofEntry === undefined) return manifest && (rest as AreaManifest)
  return { ...(rest as AreaManifest), integrity: { [entry]: ofEntry } }
}

export function createEntries(log: Logger) {
  const manifestOf = createManifests(log)

  async function published(name: string, area: PublishedArea, person: Person | undefined): Promise<Entry> {
    const chosen = chooseBuild(name, area, person)
    const baseUrlOf = (build: string) => `/areas/${name}/${build}/`
    const integrity = area.builds.find(({ id }) => id === chosen)?.integrity
    const others = fallbacksOf(area, chosen)
    return {
      name,
      baseUrl: baseUrlOf(chosen),
      manifest: withEntryAlone(await manifestOf(name, locationOf(area.source, chosen), integrity)),
      others: others.map((build) => ({
        baseUrl: baseUrlOf(build.id),
        requires: build.requires,
        integrity: build.integrity,
      })),
      perPerson: area.canary !== undefined,
      urgent: area.urgent,
    }
  }

  return async (name: string, source: AreaList[string], person: Person | undefined): Promise<Entry> => {
    if (typeof source !== 'string') return published(name, source, person)
    const manifest = withEntryAlone(await manifestOf(name, source))
    return { name, baseUrl: `/areas/${name}/`, manifest }
  }
}
