/** The services behind the API, each named like its area. */
export const services = ['identity', 'inventory', 'alerts', 'sales', 'analytics'] as const
export type Service = (typeof services)[number]

/** Origin of each service; those that do not run are absent or undefined. */
export type ServiceUrls = Readonly<Partial<Record<Service, string | undefined>>>

export interface ApiRoute {
  /** This path and everything below it. */
  path: string
  service: Service
  /** Whether a valid token must come with the request. Who may do what is decided by the service. */
  access: 'public' | 'signed-in'
}

/**
 * The whole API, as browsers see it: the first route that fits answers, and what fits none is 404.
 * Services' own `/internal`, `/metrics`, `/livez` and the like are not in the list, hence not reachable.
 * The gateway itself answers `/api/test`, `/api/docs` and `/api/openapi.json`.
 */
export const apiRoutes: readonly ApiRoute[] = [
  { path: '/api/auth/login', service: 'identity', access: 'public' },
  { path: '/api/auth/refresh', service: 'identity', access: 'public' },
  { path: '/api/auth/logout', service: 'identity', access: 'public' },
  { path: '/api/auth', service: 'identity', access: 'signed-in' },
  { path: '/api/users', service: 'identity', access: 'signed-in' },
  { path: '/api/medicines/climate-demand', service: 'analytics', access: 'signed-in' },
  { path: '/api/medicines', service: 'inventory', access: 'signed-in' },
  { path: '/api/alerts', service: 'alerts', access: 'signed-in' },
  { path: '/api/transactions', service: 'sales', access: 'signed-in' },
]

const fits = (route: ApiRoute, path: string) =>
  path.startsWith(route.path) && (path.length === route.path.length || path[route.path.length] === '/')

/** The route that answers a path. */
export function findRoute(path: string): ApiRoute | undefined {
  return apiRoutes.find((route) => fits(route, path))
}
