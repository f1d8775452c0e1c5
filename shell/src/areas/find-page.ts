import { matchRoutes } from '@mms/sdk/host'
import { type KnownArea, useRegistry } from './registry.ts'

export function findPage(pathname: string): { path: string; area: KnownArea } | undefined {
  const routes = useRegistry
    .getState()
    .areas.flatMap((area) => (area.manifest?.routes ?? []).map((path) => ({ path, area })))
  return matchRoutes(routes, pathname)?.[0]?.route
}
