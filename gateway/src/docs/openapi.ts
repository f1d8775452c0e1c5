import type { Logger } from '@mms/service-kit'
import { type Service, type ServiceUrls, services as serviceNames } from '../routes.ts'

type Json = Record<string, unknown>

export interface OpenApiOptions {
  services: ServiceUrls
  version: string
  log: Logger
}

interface ServiceDocument {
  paths?: Record<string, Json>
  components?: Record<string, Json>
}

/** How long an aggregated document is handed out again. */
const KEEP_MS = 15_000
const TIMEOUT_MS = 2_000

const ownPaths: Record<string, Json> = {
  '/api/test': {
    get: {
      summary: 'Whether the suite can be reached',
      tags: ['gateway'],
      security: [],
      responses: { 200: { description: 'It can' } },
    },
  },
}

async function read(origin: string): Promise<ServiceDocument> {
  const response = await fetch(`${origin}/openapi.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return (await response.json()) as ServiceDocument
}

/** Adds one service's document; what it keeps for other services stays private. */
function add(whole: { paths: Json; components: Record<string, Json> }, part: ServiceDocument): void {
  for (const [path, item] of Object.entries(part.paths ?? {})) {
    if (path.startsWith('/api/')) whole.paths[path] = item
  }
  for (const [kind, entries] of Object.entries(part.components ?? {})) {
    whole.components[kind] = { ...whole.components[kind], ...entries }
  }
}

/**
 * The API of the whole suite as one OpenAPI document, merged from those of the services that run.
 * `x-missing` names the services whose part is not there.
 */
export function createOpenApi({ services, version, log }: OpenApiOptions): () => Promise<Json> {
  let kept: { document: Promise<Json>; until: number } | undefined

  const build = async (): Promise<Json> => {
    const whole = { paths: { ...ownPaths } as Json, components: {} as Record<string, Json> }
    const missing: Service[] = []
    const readOne = async (service: Service) => {
      const origin = services[service]
      try {
        if (origin) return await read(origin)
      } catch (err) {
        log.warn({ err, service }, 'the API document of a service cannot be read')
      }
      missing.push(service)
      return undefined
    }
    for (const part of await Promise.all(serviceNames.map(readOne))) if (part) add(whole, part)
    const description = missing.length > 0 ? `Not running right now: ${missing.join(', ')}.` : ''
    const info = { title: 'Medicine Management System', version, description }
    return { openapi: '3.1.0', info, servers: [{ url: '/' }], 'x-missing': missing, ...whole }
  }

  return () => {
    if (!kept || kept.until < performance.now()) {
      kept = { document: build(), until: performance.now() + KEEP_MS }
    }
    return kept.document
  }
}
