import { join, resolve } from 'node:path'
import { checkOutYesterday } from '../yesterday/checkout.ts'
import type { DatabaseServer } from './database-server.ts'
import type { Release } from './program.ts'

/** Timeout of sales for inventory. Pauses and delays are longer. */
export const COMMAND_TIMEOUT_MS = 1_000

const root = resolve(import.meta.dirname, '../../..')
const plantFile = resolve(import.meta.dirname, '../bugs/plant.ts')

export type Service = 'inventory' | 'sales'

export interface StageAddresses {
  databaseUrls: Record<Service, string>
  jwksUrl: string
  /** Settings that name the keys of services. */
  serviceKeys: Record<string, string>
  inventoryUrl: string
  compileCache: string
}

export const sharedSettings = ({ jwksUrl, serviceKeys }: StageAddresses) => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  JWKS_URL: jwksUrl,
  ...serviceKeys,
})

/** Settings that both releases understand. */
function settingsOf(service: Service, addresses: StageAddresses): Record<string, string> {
  const own = {
    inventory: {},
    sales: {
      INVENTORY_URL: addresses.inventoryUrl,
      COMMAND_TIMEOUT_MS: String(COMMAND_TIMEOUT_MS),
      SWEEP_INTERVAL_MS: '200',
    },
  }
  return { ...sharedSettings(addresses), DATABASE_URL: addresses.databaseUrls[service], ...own[service] }
}

const fileOf = (folder: string, service: string) => join(folder, 'services', service, 'src/main.ts')

/** This release of a service, optionally with a planted bug. */
export function releaseOf(
  service: string,
  settings: Record<string, string>,
  { compileCache }: StageAddresses,
  bug: string | undefined,
): Release {
  // Bugs are planted while sources load, so no compile cache may be used.
  const how = bug ? { CHAOS_BUG: bug } : { NODE_COMPILE_CACHE: compileCache }
  return {
    name: 'today',
    file: fileOf(root, service),
    env: { ...settings, ...how },
    execArgv: bug ? ['--import', plantFile] : [],
  }
}

export const todayOf = (service: Service, addresses: StageAddresses, bug: string | undefined): Release =>
  releaseOf(service, settingsOf(service, addresses), addresses, bug)

/** On a cluster, the node of this replica first. */
export function besideNode(release: Release, { forReplica }: DatabaseServer, replica: number): Release {
  const { DATABASE_URL: url } = release.env
  if (!forReplica || url === undefined) return release
  return { ...release, env: { ...release.env, DATABASE_URL: forReplica(url, replica) } }
}

export async function yesterdayOf(service: Service, addresses: StageAddresses): Promise<Release> {
  return {
    name: 'yesterday',
    file: fileOf(await checkOutYesterday(), service),
    env: { ...settingsOf(service, addresses), NODE_COMPILE_CACHE: addresses.compileCache },
    execArgv: [],
  }
}
