import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { testTokens } from '@mms/service-kit/test-support'
import type { Random } from '../random.ts'
import type { Report } from '../violations.ts'
import type { DatabaseServer } from './database-server.ts'
import { createProgram, type Program } from './program.ts'
import { startProxy } from './proxy.ts'

/** How long sales waits for inventory; pauses and delays of the faults are longer. */
export const COMMAND_TIMEOUT_MS = 1_000

const root = resolve(import.meta.dirname, '../../..')
const plantFile = resolve(import.meta.dirname, '../bugs/plant.ts')
const TOKEN_LIFE_S = 24 * 3600

export interface StageOptions {
  server: DatabaseServer
  random: Random
  report: Report
  /** Name of a planted bug. */
  bug?: string | undefined
}

async function publishKeys(jwks: object) {
  const server = createServer((request, response) => {
    // Nothing has ended: as an identity that does not tell.
    if (request.url?.startsWith('/endings')) response.statusCode = 404
    response.end(JSON.stringify(jwks))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close }
}

/** The suite as far as a sale goes through it: inventory, sales (two on a shared server), a bad network. */
export async function openStage({ server, random, report, bug }: StageOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'mms-chaos-logs-'))
  const tokens = testTokens()
  const keys = await publishKeys(tokens.jwks)
  const urls = { inventory: await server.create('inventory'), sales: await server.create('sales') }
  const common = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    JWKS_URL: keys.url,
    SERVICE_KEY: tokens.serviceKey,
    ...(bug ? { CHAOS_BUG: bug } : { NODE_COMPILE_CACHE: join(folder, 'compile') }),
  }
  const program = (name: string, service: 'inventory' | 'sales', env: Record<string, string> = {}): Program =>
    createProgram({
      name,
      file: join(root, 'services', service, 'src/main.ts'),
      logFile: join(folder, `${name}.log`),
      env: { ...common, DATABASE_URL: urls[service], ...env },
      execArgv: bug ? ['--import', plantFile] : [],
      onDeath: (sentence) => report('died-by-itself', sentence),
    })
  const inventory = program('inventory', 'inventory')
  await inventory.start()
  const proxy = await startProxy({
    targetPort: () => Number(new URL(inventory.url).port),
    random,
    longestDelayMs: COMMAND_TIMEOUT_MS * 2,
  })
  const salesEnv = {
    INVENTORY_URL: proxy.url,
    COMMAND_TIMEOUT_MS: String(COMMAND_TIMEOUT_MS),
    SWEEP_INTERVAL_MS: '200',
  }
  const names = server.kind === 'sqlite' ? ['sales'] : ['sales-1', 'sales-2']
  const sales = names.map((name) => program(name, 'sales', salesEnv))
  await Promise.all(sales.map((each) => each.start()))
  return {
    inventory,
    sales,
    proxy,
    urls,
    folder,
    crashDatabase: server.crash,
    userToken: tokens.token({ role: 'admin', expiresIn: TOKEN_LIFE_S }),
    serviceToken: (service: string) => tokens.serviceToken(service),
    /** Ends everything; the logs stay where something was wrong. */
    async close(keepLogs: boolean): Promise<void> {
      await Promise.allSettled([inventory, ...sales].map((each) => each.kill()))
      proxy.close()
      keys.close()
      if (!keepLogs) await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>
