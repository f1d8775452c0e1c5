import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Role } from '@mms/contracts'
import type { Random } from '@mms/service-kit/random'
import { publishKeys, testTokens } from '@mms/service-kit/test-support'
import { createTimeline } from '../evidence.ts'
import type { Report } from '../violations.ts'
import type { DatabaseKind, DatabaseServer } from './database-server.ts'
import { startOthers } from './others.ts'
import { createProgram, type Program, type Release } from './program.ts'
import { startProxy } from './proxy.ts'
import {
  besideNode,
  COMMAND_TIMEOUT_MS,
  type Service,
  type StageAddresses,
  todayOf,
  yesterdayOf,
} from './releases.ts'
import { createWire } from './wire.ts'

/** Maximum lifetime of a token. Runs take longer, so tokens are renewed at half of it. */
const TOKEN_LIFE_S = 3_600

function createUserToken(tokens: ReturnType<typeof testTokens>, role: Role): () => string {
  const sub = randomUUID()
  let [token, signedAt] = ['', Number.NEGATIVE_INFINITY]
  return () => {
    if (performance.now() - signedAt > 500 * TOKEN_LIFE_S) {
      token = tokens.token({ sub, role, expiresIn: TOKEN_LIFE_S })
      signedAt = performance.now()
    }
    return token
  }
}

/** Shared by runs: a killed process writes no compile cache. */
const COMPILED = resolve(import.meta.dirname, '../../../.cache/compile/tests')

export interface StageOptions {
  server: DatabaseServer
  random: Random
  report: Report
  bug?: string | undefined
  /** Begins with the previous release. */
  mixed?: boolean | undefined
}

export interface DeployOptions {
  how?: 'kill' | 'stop'
  /** Called when a process of the other release has ended. */
  whenEnded?: () => void
}

/** An embedded database allows one replica; on a cluster one replica writes to each node. */
const replicas: Record<DatabaseKind, Record<Service, string[]>> = {
  sqlite: { inventory: ['inventory'], sales: ['sales'] },
  mariadb: { inventory: ['inventory'], sales: ['sales-1', 'sales-2'] },
  cluster: {
    inventory: ['inventory-1', 'inventory-2', 'inventory-3'],
    sales: ['sales-1', 'sales-2', 'sales-3'],
  },
}

/** Starts inventory, sales (two replicas on a server) and a faulty network; on a cluster all services. */
export async function openStage({ server, random, report, bug, mixed = false }: StageOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'mms-chaos-'))
  const timeline = createTimeline(join(folder, 'timeline.log'))
  const tokens = testTokens()
  const [userToken, staffToken] = [createUserToken(tokens, 'admin'), createUserToken(tokens, 'staff')]
  const keys = await publishKeys(tokens)
  const urls = { inventory: await server.create('inventory'), sales: await server.create('sales') }
  const wire = createWire()
  const proxy = await startProxy({
    targetPort: () => Number(new URL(nextInventory().url).port),
    random,
    longestDelayMs: COMMAND_TIMEOUT_MS * 2,
    listen: () => wire.listen(nextInventory().release.name),
  })
  const addresses: StageAddresses = {
    databaseUrls: urls,
    jwksUrl: keys.url,
    serviceKeys: tokens.serviceSettings(),
    inventoryUrl: proxy.url,
    compileCache: COMPILED,
  }
  const releases = async (service: Service): Promise<Release[]> => [
    todayOf(service, addresses, bug),
    ...(mixed ? [await yesterdayOf(service, addresses)] : []),
  ]
  const known = { inventory: await releases('inventory'), sales: await releases('sales') }
  const program = (name: string, service: Service, replica: number) =>
    createProgram({
      name,
      release: besideNode(known[service].at(-1) as Release, server, replica),
      logFile: join(folder, `${name}.log`),
      onDeath: (sentence) => report('died-by-itself', sentence),
    })
  const names = replicas[server.kind]
  const inventories = names.inventory.map((name, replica) => program(name, 'inventory', replica))
  const sales = names.sales.map((name, replica) => program(name, 'sales', replica))
  let turn = 0
  const nextInventory = () => inventories[turn++ % inventories.length] as Program
  await Promise.all([...inventories, ...sales].map((each) => each.start()))
  const others = await startOthers({ server, addresses, folder, report, bug, sales })

  async function deploy(service: Service, name: Release['name'], options: DeployOptions = {}) {
    const { how = 'stop', whenEnded } = options
    const release = known[service].find((each) => each.name === name) as Release
    for (const each of service === 'inventory' ? inventories : sales) {
      if (each.release.name === name) continue
      await each[how]()
      whenEnded?.()
      each.use(release)
      await each.start()
    }
    timeline(`${service} is ${name}'s`)
  }

  return {
    get inventory() {
      return nextInventory()
    },
    inventories,
    sales,
    others,
    proxy,
    wire,
    urls,
    folder,
    timeline,
    crashDatabase: server.crash,
    galera: server.galera,
    get userToken() {
      return userToken()
    },
    get staffToken() {
      return staffToken()
    },
    serviceToken: (service: string) => tokens.serviceToken(service),
    /** Replaces a service's release, one replica after the other. */
    deploy,
    /** Ends everything; keeps the folder after a failure. */
    async close(keepFolder: boolean): Promise<void> {
      const all = [...inventories, ...sales, ...(others?.programs ?? [])]
      await Promise.allSettled(all.map((each) => each.close()))
      proxy.close()
      await keys.close()
      if (!keepFolder) await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

/** Running releases. During a swap: the release of the first replica. */
export const releasesOf = ({ sales: [first], inventory }: Pick<Stage, 'sales' | 'inventory'>) =>
  `sales of ${first?.release.name}, inventory of ${inventory.release.name}`
