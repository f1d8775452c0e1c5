import { join, resolve } from 'node:path'
import { loadConfig } from '@mms/service-kit'
import { z } from 'zod'

const schema = z.object({
  /** The list of areas: the gateway's, else that of the suite on one machine. */
  AREAS_FILE: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  /** Instead of a file the ConfigMap that the gateways' pods mount: `namespace/name`. */
  AREAS_CONFIGMAP: z
    .string()
    .regex(/^[a-z0-9-]+\/[a-z0-9.-]+$/, 'must be namespace/name')
    .optional(),
  /** Label selector of those pods. */
  AREAS_PODS: z.string().default('app.kubernetes.io/name=gateway'),
})

/** Where the command finds the list of areas when its arguments name none. */
export function readConfig() {
  const { AREAS_FILE, DATA_DIR, ...rest } = loadConfig(schema, process.env)
  return { ...rest, AREAS_FILE: resolve(AREAS_FILE ?? join(DATA_DIR, 'areas.json')) }
}
