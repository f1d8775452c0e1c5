import { DAY_MS } from '@mms/contracts'
import { StartupError } from '@mms/service-kit'
import type { PublishedArea, PublishedBuild } from '../areas/area-list.ts'

/** Old builds beyond this number are dropped, but not within seven days of being replaced. */
const MAX_LISTED = 10
const KEPT_MS = 7 * DAY_MS
const MAX_PREVIOUS = 10

function assertUsable({ builds, blocked }: PublishedArea, id: string): void {
  if (!builds.some((build) => build.id === id)) {
    throw new StartupError(
      `Unknown build ${id}. Published builds: ${builds.map((build) => build.id).join(', ')}.`,
    )
  }
  if (blocked.includes(id)) throw new StartupError(`The build ${id} is blocked. Unblock it first.`)
}

export function pinBuild(area: PublishedArea, id: string): PublishedArea {
  assertUsable(area, id)
  if (area.stable === id) throw new StartupError(`The build ${id} is stable already.`)
  return {
    ...area,
    stable: id,
    previous: [...area.previous, area.stable].slice(-MAX_PREVIOUS),
    canary: area.canary?.build === id ? undefined : area.canary,
  }
}

export function startCanary(
  area: PublishedArea,
  id: string,
  percent: number,
  people: string[],
): PublishedArea {
  assertUsable(area, id)
  if (area.stable === id) throw new StartupError(`The build ${id} is stable: everybody has it.`)
  if (!(percent >= 0 && percent <= 100)) throw new StartupError('The percentage must be from 0 to 100.')
  if (percent === 0 && people.length === 0)
    throw new StartupError('A canary of 0 percent needs at least one named user.')
  return { ...area, canary: { build: id, percent, people } }
}

export function rollBack(area: PublishedArea): PublishedArea {
  if (area.canary) return { ...area, canary: undefined }
  const isUsable = (id: string) =>
    !area.blocked.includes(id) && area.builds.some((build) => build.id === id) && id !== area.stable
  const target = area.previous.findLast(isUsable)
  if (target === undefined) throw new StartupError('There is no earlier stable build to go back to.')
  return { ...area, stable: target, previous: area.previous.slice(0, area.previous.lastIndexOf(target)) }
}

export function blockBuild(area: PublishedArea, id: string): PublishedArea {
  assertUsable(area, id)
  const rest = { ...area, canary: area.canary?.build === id ? undefined : area.canary }
  const next =
    rest.stable === id ? { ...rollBack({ ...rest, canary: undefined }), canary: rest.canary } : rest
  return { ...next, blocked: [...area.blocked, id] }
}

export function unblockBuild(area: PublishedArea, id: string): PublishedArea {
  if (!area.blocked.includes(id)) throw new StartupError(`The build ${id} is not blocked.`)
  return { ...area, blocked: area.blocked.filter((one) => one !== id) }
}

export function addBuild(
  area: PublishedArea | undefined,
  build: PublishedBuild,
  source: string,
): PublishedArea {
  if (!area) return { source, builds: [build], stable: build.id, previous: [], blocked: [] }
  const listed = area.builds.find(({ id }) => id === build.id)
  if (listed) throw new StartupError(`The build ${build.id} was published at ${listed.publishedAt} already.`)
  return { ...area, builds: [...area.builds, build] }
}

/** Records when builds were replaced. Drops old builds beyond the limit. */
export function dropOldBuilds(area: PublishedArea, now: Date): { area: PublishedArea; dropped: string[] } {
  const isLive = (id: string) => id === area.stable || id === area.canary?.build
  const builds = area.builds.map(({ replacedAt = now.toISOString(), ...build }) =>
    isLive(build.id) ? build : { ...build, replacedAt },
  )
  const isOld = (build: PublishedBuild) =>
    build.replacedAt !== undefined && now.getTime() - Date.parse(build.replacedAt) > KEPT_MS
  const surplus = builds.length - MAX_LISTED
  const dropped = builds.filter((build, at) => at < surplus && isOld(build)).map(({ id }) => id)
  const isListed = (id: string) => !dropped.includes(id)
  return {
    area: {
      ...area,
      builds: builds.filter(({ id }) => isListed(id)),
      previous: area.previous.filter(isListed),
      blocked: area.blocked.filter(isListed),
    },
    dropped,
  }
}
