import { LARGEST_BODY_BYTES } from '@mms/service-kit'
import type { RunningProcess } from './processes.ts'

/** A route that changes something, as its service's own OpenAPI document tells of it. */
export interface WritingRoute {
  service: string
  method: string
  path: string
  access: string
  /** Whether it reads the body. */
  hasBody: boolean
  /** Bytes that the body may have; of a route that reads none, what is let through to it. */
  limit: number
}

export interface Routes {
  writing: WritingRoute[]
  /** One address per service that only reads. */
  reading: Map<string, { path: string; access: string }>
}

interface Operation {
  'x-access': string
  'x-body-limit'?: number
}
interface Document {
  paths: Record<string, Record<string, Operation>>
}

const SOME_ID = '0199d7a0-0000-7000-8000-000000000000'
const READS = ['get', 'head']
/** Ends every session of the person, the one of these tests too. */
const SIGNS_OUT = 'delete /api/auth/sessions'

/** Every route of every service that is not only read: a fresh one is in the list by itself. */
export async function readRoutes(services: RunningProcess[]): Promise<Routes> {
  const routes: Routes = { writing: [], reading: new Map() }
  for (const { name: service, url } of services) {
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as Document
    for (const [pattern, operations] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const { 'x-access': access, 'x-body-limit': limit } = operation
        const path = pattern.replaceAll(/\{\w+\}/g, SOME_ID)
        if (`${method} ${pattern}` === SIGNS_OUT) continue
        if (!READS.includes(method)) {
          const rest = { hasBody: limit !== undefined, limit: limit ?? LARGEST_BODY_BYTES }
          routes.writing.push({ service, method: method.toUpperCase(), path, access, ...rest })
        } else if (path === pattern && path.startsWith('/api/') && !routes.reading.has(service)) {
          routes.reading.set(service, { path, access })
        }
      }
    }
  }
  return routes
}
