import { matchRoutes, session } from '@mms/sdk/host'
import { prepareArea } from './load-area.ts'
import { refreshRegistry, useRegistry } from './registry.ts'

/**
 * Reads the registry before anything is drawn, and asks at once for all that the page at this address needs. Else each
 * piece would be asked for by the one before it, and a slow line is slow once for each.
 */
export async function prepareAddress(): Promise<void> {
  await refreshRegistry()
  if (session.get().token === null) return
  const routes = useRegistry
    .getState()
    .areas.flatMap((area) => (area.manifest?.routes ?? []).map((path) => ({ path, area })))
  const [match] = matchRoutes(routes, window.location.pathname) ?? []
  if (match) prepareArea(match.route.area, match.route.path)
}
