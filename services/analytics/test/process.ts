import { resolve } from 'node:path'
import { type ServiceProcess, startProcess } from '@mms/service-kit/test-support'

const services = resolve(import.meta.dirname, '../..')

/** Starts another service's own `main.ts` on a free port. */
export const startService = (
  name: 'inventory' | 'sales',
  env: Record<string, string>,
): Promise<ServiceProcess> => startProcess(resolve(services, name, 'src/main.ts'), env)
