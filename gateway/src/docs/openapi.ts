import { isTrusted } from '../services/claims.ts'
import type { Documents, ServiceDocument } from '../services/documents.ts'
import type { Services } from '../services/services.ts'

type Json = Record<string, unknown>

export interface OpenApiOptions {
  services: Services
  documents: Documents
  version: string
}

const KEEP_MS = 15_000

const answerWith = (description: string, example: object) => ({
  description,
  content: { 'application/json': { schema: { type: 'object' }, example } },
})
const tooMany = { 429: { description: 'Too many requests' } }
const forAdministrators = {
  tags: ['status'],
  'x-access': 'admin',
  security: [{ bearer: [] }],
}
const refusals = {
  401: { description: 'Not signed in' },
  403: { description: 'Not an administrator' },
  ...tooMany,
}
const STATUS = { services: [{ name: 'sales', version: '0.3.0', ready: true }], machine: null }

const ownPaths: Record<string, Json> = {
  '/api/test': {
    get: {
      operationId: 'getTest',
      summary: 'Whether the suite can be reached',
      description: 'Whether the suite can be reached. For everyone, without a token.',
      tags: ['test'],
      'x-access': 'public',
      security: [],
      responses: { 200: answerWith('It can', { status: 'ok' }), ...tooMany },
    },
  },
  '/api/status': {
    get: {
      operationId: 'getStatus',
      summary: 'What runs, how full the disk is, and when the last backup was made',
      description: 'What runs, how full the disk is, and when the last backup was made. For administrators.',
      ...forAdministrators,
      responses: { 200: answerWith('The status', STATUS), ...refusals },
    },
  },
  '/api/status/backup': {
    post: {
      operationId: 'backUp',
      summary: 'Makes a backup now',
      description: 'Makes a backup now, on one machine, and answers when it is made. For administrators.',
      ...forAdministrators,
      responses: {
        204: { description: 'Made' },
        ...refusals,
        409: { description: 'It failed, with the reason' },
        503: { description: 'It cannot be made right now' },
      },
    },
  },
}

type Operations = Record<string, { tags?: string[] }>

function tagsOf(paths: Json): Json[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item as Operations))
  const names = [...new Set(operations.flatMap(({ tags = [] }) => tags))].sort()
  return names.map((name) => ({ name, description: `Everything below /api/${name}` }))
}

/** Leaves out internal routes, and paths that the service may not serve. */
function add(
  whole: { paths: Json; components: Record<string, Json> },
  part: ServiceDocument,
  isIts: (path: string) => boolean,
): void {
  for (const [path, item] of Object.entries(part.paths)) if (isIts(path)) whole.paths[path] = item
  for (const [kind, entries] of Object.entries(part.components)) {
    whole.components[kind] = { ...whole.components[kind], ...entries }
  }
}

/** Merges the API documents of the running services. `x-missing` lists services that did not answer. */
export function createOpenApi({ services, documents, version }: OpenApiOptions): () => Promise<Json> {
  let cached: { document: Promise<Json>; until: number } | undefined

  const build = async (): Promise<Json> => {
    const whole = { paths: { ...ownPaths } as Json, components: {} as Record<string, Json> }
    const missing: string[] = []
    const listed = Object.entries(services.list())
    const parts = await Promise.all(listed.map(async ([name, { url }]) => url && documents.fresh(name, url)))
    for (const [i, [name]] of listed.entries()) {
      const part = parts[i]
      if (part) add(whole, part, (path) => isTrusted(services, name, path))
      else missing.push(name)
    }
    const description = missing.length > 0 ? `Not running right now: ${missing.join(', ')}.` : ''
    const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' }
    const info = { title: 'Medicine Management System', version, description, license }
    const tags = tagsOf(whole.paths)
    return { openapi: '3.1.0', info, servers: [{ url: '/' }], 'x-missing': missing, tags, ...whole }
  }

  return () => {
    if (!cached || cached.until < performance.now()) {
      cached = { document: build(), until: performance.now() + KEEP_MS }
    }
    return cached.document
  }
}
