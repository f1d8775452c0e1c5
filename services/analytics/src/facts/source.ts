import { type ServiceKey, signServiceToken } from '@mms/service-kit'
import type { z } from 'zod'

/** Reads internal routes of another service; throws unless it answers 200 with what the schema says. */
export type Source = <T extends z.ZodType>(
  path: string,
  schema: T,
  signal: AbortSignal,
) => Promise<z.output<T>>

const TIMEOUT_MS = 10_000

export const serviceHeaders = (key: ServiceKey) => ({
  authorization: `Bearer ${signServiceToken('analytics', key)}`,
})

/** The service at `url`, as analytics may read it. */
export function createSource(url: string, key: ServiceKey): Source {
  return async (path, schema, signal) => {
    const response = await fetch(url + path, {
      headers: serviceHeaders(key),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (response.status === 200) return schema.parse(await response.json())
    throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`)
  }
}
