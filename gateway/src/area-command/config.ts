import { join, resolve } from 'node:path'
import { loadConfig } from '@mms/service-kit'
import { z } from 'zod'

const schema = z.object({ AREAS_FILE: z.string().optional(), DATA_DIR: z.string().default('.data') })

/** The list of areas that is meant when a command names none: the gateway's, or that of the suite on one machine. */
export function defaultList(): string {
  const { AREAS_FILE, DATA_DIR } = loadConfig(schema, process.env)
  return resolve(AREAS_FILE ?? join(DATA_DIR, 'areas.json'))
}
