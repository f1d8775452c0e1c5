import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePorts } from '@mms/service-kit/ports'
import { planGateway, planServices, portsFile, type SuiteContext, shareProcesses } from '../plan/plan.ts'
import { type Child, createChild } from '../process/child.ts'
import type { ChildPlan } from '../process/launch.ts'
import { type FrontEnds, writeAreasFile } from '../setup/front-ends.ts'
import { serviceNames, writeServiceList } from '../setup/service-list.ts'

export interface FirstAdmin {
  email: string
  /** Set if it was generated. It is shown only once. */
  password?: string
}

export type CreateProcess = typeof createChild

export interface SuiteOptions extends SuiteContext {
  frontEnds: FrontEnds
  /** True for one process per program instead of two shared ones. */
  separate: boolean
  createProcess?: CreateProcess
  print: (line: string) => void
  onFirstAdmin: (admin: FirstAdmin) => void
}

export interface Suite {
  start(): Promise<void>
  /** Stops the gateway first, so that no requests arrive. Takes five seconds, or six with shared processes. */
  stop(): Promise<void>
  kill(): void
  processes: ReadonlyMap<string, Child>
}

const GATEWAY_GRACE_MS = 3_300
const SERVICE_GRACE_MS = 1_400

/** The suite on one machine: the gateway on the public port, services on free ports. */
export async function createSuite({
  frontEnds,
  separate,
  createProcess = createChild,
  print,
  onFirstAdmin,
  ...context
}: SuiteOptions): Promise<Suite> {
  const { config, data } = context
  const areasFile = config.AREAS_FILE ?? join(data.path, 'areas.json')
  if (!config.AREAS_FILE) writeAreasFile(areasFile, frontEnds.areas, print)
  const ports = await findFreePorts(serviceNames.length + 1)
  const operationsPort = ports.pop()
  writeFileSync(portsFile(data.path), JSON.stringify(ports))
  writeFileSync(join(data.path, 'metrics-url'), `http://127.0.0.1:${operationsPort}/metrics\n`)
  const servicesFile = join(data.path, 'services.json')
  writeServiceList(servicesFile, ports)

  const onMessage = (message: { type: string }) => {
    if (message.type === 'first-admin') onFirstAdmin(message as unknown as FirstAdmin)
    if (message.type === 'migrating') process.send?.(message)
  }
  const toChild = (plan: ChildPlan) => createProcess(plan, { logFolder: data.logs, print, onMessage })
  const servicePlans = await planServices(context, ports)
  const files = { areasFile, servicesFile, operationsPort }
  const gatewayPlan = await planGateway(context, ports, frontEnds, files)
  const plans = [...servicePlans, gatewayPlan]
  const processes = new Map(
    (separate ? plans : shareProcesses(context.root, plans)).map((plan) => [plan.name, toChild(plan)]),
  )
  const all = [...processes.values()]
  const services = all.slice(0, -1)
  const front = all.at(-1) as Child
  return {
    processes,
    start: async () => void (await Promise.all(all.map((child) => child.start()))),
    async stop() {
      // Programs in a shared process also stop in this order, each within its own time.
      await front.stop(GATEWAY_GRACE_MS + (separate ? 0 : SERVICE_GRACE_MS))
      await Promise.all(services.map((child) => child.stop(SERVICE_GRACE_MS)))
    },
    kill() {
      for (const child of all) child.kill()
    },
  }
}
