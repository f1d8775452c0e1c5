import { resolve } from 'node:path'
import { type ServiceProcess, startProcess } from '@mms/service-kit/test-support'

export type ServiceName = 'inventory' | 'sales'

const services = resolve(import.meta.dirname, '../..')

/** Starts the service's own `main.ts`, on a free port unless `env` sets one. */
export const startService = (name: ServiceName, env: Record<string, string>): Promise<ServiceProcess> =>
  startProcess(resolve(services, name, 'src/main.ts'), env)
