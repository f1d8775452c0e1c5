import type { AreaManifest, AreaRegistry } from '@mms/contracts'
import type { Logger } from '@mms/service-kit'
import type { AreaList, PublishedArea } from './area-list.ts'
import { chooseBuild, type Person } from './choose-build.ts'
import { createManifests } from './manifests.ts'

type Entry = AreaRegistry['areas'][number]

/** Maximum fallback builds for a page that cannot run the chosen one. */
const MAX_OTHERS = 3

export const placeOf = (source: string, build: string) => `${source.replace(/\/$/, '')}/${build}`

const isServed = ({ blocked }: PublishedArea, build: string) => !blocked.includes(build)

/** `/<build>/…` of a published area, or else its unversioned files. */
export function findFile(
  source: AreaList[string],
  path: string,
): { place: string; path: string } | undefined {
  if (typeof source === 'string') return { place: source, path }
  const [, build = '', file = ''] = /^\/([^/]+)(\/.+)$/.exec(path) ?? []
  if (source.builds.some(({ id }) => id === build)) {
    return isServed(source, build) ? { place: placeOf(source.source, build), path: file } : undefined
  }
  return source.unversioned === undefined ? undefined : { place: source.unversioned, path }
}

/** The entry carries the integrity of the other scripts. */
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
    const others = area.builds
      .filter(({ id }) => id !== chosen && isServed(area, id))
      .slice(-MAX_OTHERS)
      .reverse()
    return {
      name,
      baseUrl: baseUrlOf(chosen),
      manifest: withEntryAlone(await manifestOf(name, placeOf(area.source, chosen), integrity)),
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
