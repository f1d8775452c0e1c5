import { resolve } from 'node:path'
import type { TestDatabase } from './databases.ts'
import { type ServiceProcess, startProcess } from './process.ts'
import { publishKeys } from './published-keys.ts'
import type { TestTokens } from './tokens.ts'

const services = resolve(import.meta.dirname, '../../../../services')

/** Starts another service as a process on its own database until the test ends. */
export async function startNeighbour(
  name: string,
  { open }: TestDatabase,
  tokens: TestTokens,
  env: Record<string, string> = {},
): Promise<ServiceProcess> {
  // Imported here, because other users of this module do not run under vitest.
  const { onTestFinished } = await import('vitest')
  const keys = await publishKeys(tokens)
  onTestFinished(keys.close)
  const database = await open()
  onTestFinished(database.close)
  const settings = { DATABASE_URL: database.url, JWKS_URL: keys.url, ...tokens.serviceSettings(), ...env }
  const service = await startProcess(resolve(services, name, 'src/main.ts'), settings)
  onTestFinished(service.kill)
  return service
}
