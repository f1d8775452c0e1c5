import { join } from 'node:path'
import { findFreePorts } from '@mms/service-kit/ports'
import { identityKeys } from '@mms/service-kit/test-support'
import type { Report } from '../violations.ts'
import type { DatabaseServer } from './database-server.ts'
import { createProgram, type Program } from './program.ts'
import { besideNode, releaseOf, type StageAddresses, sharedSettings } from './releases.ts'

/** Services outside a sale. They run on a cluster only, two replicas each on different nodes. */
const names = ['identity', 'alerts', 'analytics'] as const
export type Other = (typeof names)[number]
const REPLICAS = 2

export const owner = { email: 'owner@pharmacy.test', password: 'a long enough password' }

export interface OtherOptions {
  server: DatabaseServer
  addresses: StageAddresses
  folder: string
  report: Report
  bug?: string | undefined
  sales: Program[]
}

/** Settings of these services with replicas at `urls`. */
function settingsOf(urls: Record<Other, string[]>, { addresses, sales }: OtherOptions) {
  const keys = identityKeys()
  const { inventoryUrl: INVENTORY_URL } = addresses
  return (name: Other, replica: number): Record<string, string> => {
    const of = (addresses: string[]) => addresses[replica] as string
    const own = {
      identity: { ...keys, ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password },
      alerts: { INVENTORY_URL, ANALYTICS_URL: of(urls.analytics), GENERATION_LEASE_MS: '2000' },
      analytics: {
        ...{ INVENTORY_URL, ALERTS_URL: of(urls.alerts) },
        SALES_URL: of(sales.map(({ url }) => url)),
      },
    }
    return { ...sharedSettings(addresses), ...own[name] }
  }
}

/** Starts identity, alerts and analytics on a cluster; does nothing elsewhere. */
export async function startOthers(options: OtherOptions) {
  const { server, addresses, folder, report, bug } = options
  if (!server.forReplica) return undefined
  const databaseUrls = {
    identity: await server.create('identity'),
    alerts: await server.create('alerts'),
    analytics: await server.create('analytics'),
  }
  const ports = await findFreePorts(names.length * REPLICAS)
  const portsOf = (name: Other) => ports.filter((_, index) => names[index % names.length] === name)
  const urlsOf = (name: Other) => portsOf(name).map((port) => `http://127.0.0.1:${port}`)
  const urls = { identity: urlsOf('identity'), alerts: urlsOf('alerts'), analytics: urlsOf('analytics') }
  const settings = settingsOf(urls, options)
  const replicasOf = (name: Other) =>
    portsOf(name).map((port, replica) => {
      const env = { ...settings(name, replica), DATABASE_URL: databaseUrls[name] }
      return createProgram({
        ...{ name: `${name}-${replica + 1}`, port },
        release: besideNode(releaseOf(name, env, addresses, bug), server, replica + names.indexOf(name)),
        logFile: join(folder, `${name}-${replica + 1}.log`),
        onDeath: (sentence) => report('died-by-itself', sentence),
      })
    })
  const identity = replicasOf('identity')
  const programs = [...identity, ...replicasOf('alerts'), ...replicasOf('analytics')]
  await Promise.all(programs.map((program) => program.start()))
  return { programs, identity, databaseUrls }
}
export type Others = NonNullable<Awaited<ReturnType<typeof startOthers>>>
