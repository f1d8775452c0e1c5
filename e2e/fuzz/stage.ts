import { createPrivateKey, createPublicKey } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@mms/service-kit/random'
import { openDatabaseServer } from '../chaos/stage/database-server.ts'
import type { Config } from './config.ts'
import { type Description, readDescription } from './description.ts'
import { type Databases, openDatabases } from './digest.ts'
import { type RunningProcess, startProcesses } from './processes.ts'
import { invite, type People } from './roles.ts'

export interface Stage {
  /** Gateway without limits. */
  url: string
  /** Gateway with production limits. */
  limitedUrl: string
  processes: RunningProcess[]
  databases: Databases
  salesDatabase: string
  people: People
  description: Description
  /** Resolves when every service responds at once. */
  rested(): Promise<void>
  close(): Promise<void>
}

function signingKey(pem: string) {
  const privateKey = createPrivateKey(pem)
  return {
    privateKey,
    publicPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  }
}

const QUICK_MS = 300

/** Limits that a single client would reach. */
const UNLIMITED = {
  REQUESTS_PER_SERVICE: '5000',
  REQUESTS_PER_PERSON: '5000',
  WRITES_PER_SECOND: '100000',
  CONNECTIONS_PER_ADDRESS: '10000',
}

export async function openStage({ database, planted }: Config, random: Random): Promise<Stage> {
  const server = await openDatabaseServer(database)
  const plant = new URL('./bugs/plant.ts', import.meta.url).href
  const processes = await startProcesses({
    databaseOf: (name) => server.create(name),
    env: { TRUST_PROXY: '1', BODY_TIMEOUT_MS: '1500' },
    secondGateway: UNLIMITED,
    preload: planted ? [`${plant}?bugs=${planted}`] : [],
  })
  const { url } = processes.second
  const databases = await openDatabases(processes.databases)
  return {
    url,
    limitedUrl: processes.gateway.url,
    processes: processes.all,
    databases,
    salesDatabase: processes.databases.sales ?? '',
    people: await invite(url, processes.admin, signingKey(processes.signingKey), random),
    description: await readDescription(url),
    async rested() {
      for (;;) {
        const startedAt = performance.now()
        await Promise.all(processes.services.map((each) => fetch(`${each.url}/livez`)))
        if (performance.now() - startedAt < QUICK_MS) return
        await delay(QUICK_MS)
      }
    },
    async close() {
      await databases.close()
      await processes.close()
      await server.close()
    },
  }
}
