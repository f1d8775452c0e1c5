import type { ServiceDocument } from './documents.ts'

interface PublicRoute {
  method: string
  path: string
  segments: string[]
}

const isParameter = (segment: string) => segment.startsWith('{') && segment.endsWith('}')

function readRoutes({ paths }: ServiceDocument): PublicRoute[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => (operation as { 'x-access'?: unknown } | null)?.['x-access'] === 'public')
      .map(([method]) => ({ method: method.toUpperCase(), path, segments: path.split('/') })),
  )
}

const cache = new WeakMap<ServiceDocument, PublicRoute[]>()

function routesOf(document: ServiceDocument): PublicRoute[] {
  const routes = cache.get(document) ?? readRoutes(document)
  cache.set(document, routes)
  return routes
}

function fits({ segments }: PublicRoute, asked: string[]): boolean {
  if (segments.length !== asked.length) return false
  return segments.every((segment, i) => (isParameter(segment) ? asked[i] !== '' : segment === asked[i]))
}

/** Undefined when the request needs a token. */
export function findPublicRoute(document: ServiceDocument, method: string, path: string): string | undefined {
  const routes = routesOf(document)
  if (routes.length === 0) return undefined
  const asked = path.split('/')
  const verb = method === 'HEAD' ? 'GET' : method
  return routes.find((route) => route.method === verb && fits(route, asked))?.path
}
