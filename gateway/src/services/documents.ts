import { httpRead, type Logger, ServiceStatusError } from '@mms/service-kit'
import { z } from 'zod'
import { createLastGoodValues } from '../last-good.ts'

const part = z.record(z.string(), z.unknown())

const documentSchema = z.looseObject({
  paths: z.record(z.string(), part).default({}),
  components: z.record(z.string(), part).default({}),
  info: z.looseObject({ version: z.string().optional() }).optional(),
})
export type ServiceDocument = z.output<typeof documentSchema>

export type ReadDocument = (origin: string) => Promise<ServiceDocument>

const TIMEOUT_MS = 2_000
const NOTHING: ServiceDocument = { paths: {}, components: {} }

export const readDocument: ReadDocument = (origin) =>
  httpRead(`${origin}/openapi.json`, documentSchema, { redirect: 'error', timeoutMs: TIMEOUT_MS })

/** If the response is no description, the service has no public routes. A 5xx status may be temporary. */
const saysNothing = (error: unknown) =>
  error instanceof SyntaxError ||
  error instanceof z.ZodError ||
  (error instanceof ServiceStatusError && error.status < 500)

export function createDocuments(log: Logger, read: ReadDocument = readDocument) {
  const documents = createLastGoodValues<ServiceDocument>()
  const keyOf = (service: string, origin: string) => `${service} ${origin}`

  const ask = (service: string, origin: string) =>
    documents.refresh(keyOf(service, origin), () =>
      read(origin).catch((err: unknown) => {
        if (!saysNothing(err)) throw err
        log.warn({ err, service }, 'a service does not describe itself')
        return documents.get(keyOf(service, origin)) ?? NOTHING
      }),
    )

  return {
    /** Returns the last description. Fetches the first one, and throws if that fails. */
    lastGood: async (service: string, origin: string) =>
      documents.get(keyOf(service, origin)) ?? ask(service, origin),
    /** Fetches the description. If that fails, returns the last one; undefined if there is none. */
    fresh: (service: string, origin: string) =>
      ask(service, origin).catch(() => documents.get(keyOf(service, origin))),
  }
}
export type Documents = ReturnType<typeof createDocuments>

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

/** Returns the path of a public route; undefined if the request needs a token. */
export function findPublicRoute(document: ServiceDocument, method: string, path: string): string | undefined {
  const routes = routesOf(document)
  if (routes.length === 0) return undefined
  const asked = path.split('/')
  const verb = method === 'HEAD' ? 'GET' : method
  return routes.find((route) => route.method === verb && fits(route, asked))?.path
}
