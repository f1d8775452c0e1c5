import { matchRoutes, session } from '@mms/sdk/host'
import { prepareArea } from './load-area.ts'
import { type KnownArea, refreshRegistry, useRegistry } from './registry.ts'

/** Fetches registry, code and data in parallel before the first render, to save round trips on slow lines. */
export async function prepareAddress(): Promise<void> {
  await refreshRegistry()
  if (session.get().token === null) return
  const page = findPage(window.location.pathname)
  if (page) prepareArea(page.area, page.path)
}

export function findPage(pathname: string): { path: string; area: KnownArea } | undefined {
  const routes = useRegistry
    .getState()
    .areas.flatMap((area) => (area.manifest?.routes ?? []).map((path) => ({ path, area })))
  return matchRoutes(routes, pathname)?.[0]?.route
}
