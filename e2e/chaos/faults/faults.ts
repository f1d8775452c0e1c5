import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@mms/service-kit/random'
import type { Program } from '../stage/program.ts'
import { COMMAND_TIMEOUT_MS, type Service } from '../stage/releases.ts'
import { releasesOf, type Stage } from '../stage/stage.ts'
import { failNode, type NodeFault } from './node-faults.ts'

/** A fault is over when its function returns, and throws if it did not happen. */
export type FaultKind =
  | 'kill-inventory'
  | 'kill-sales'
  | 'pause-inventory'
  | 'pause-sales'
  | 'kill-other'
  | 'pause-other'
  | 'crash-database'
  | 'kill-node'
  | 'pause-node'
  | 'isolate-node'
  | 'cut-connections'
  | 'delay-connections'
  | 'swap-inventory'
  | 'swap-sales'

/** Maximum wait for user activity that a fault needs, in ms. */
const WAIT_MS = 120_000
const POLL_MS = 5

const longPause = (random: Random) => random.int(COMMAND_TIMEOUT_MS + 100, COMMAND_TIMEOUT_MS * 3)

async function killAndRestart(program: Program, random: Random): Promise<void> {
  await program.kill()
  await delay(random.int(0, 300))
  await program.start()
}

/** Waits for user activity. */
async function until(what: string, happened: () => boolean): Promise<void> {
  for (const end = performance.now() + WAIT_MS; !happened(); await delay(POLL_MS)) {
    if (performance.now() > end) throw new Error(`Never seen: ${what}`)
  }
}

async function badWeather({ proxy }: Stage, weather: 'cut' | 'delay', ms: number): Promise<void> {
  const count = () => (weather === 'cut' ? proxy.counts.bytesCut : proxy.counts.chunksDelayed)
  const before = count()
  proxy.setWeather(weather)
  await delay(ms)
  await until(`a connection that was met by ${weather}`, () => count() > before)
  proxy.setWeather('clear')
}

/** Swaps releases at the worst moment: inventory has executed a command whose outcome sales does not know. */
async function swap({ stage, random, hasBegun }: FaultOptions, service: Service): Promise<void> {
  const { proxy, wire } = stage
  const [first] = service === 'inventory' ? stage.inventories : stage.sales
  const other = first?.release.name === 'today' ? 'yesterday' : 'today'
  const how = random.pick(['kill', 'stop'] as const)
  const now = releasesOf(stage)
  await until(`a wish begun on ${now}`, () => hasBegun(now))
  const lost = wire.answersLost()
  proxy.setWeather('cut')
  await until('a command whose answer was lost', () => wire.answersLost() > lost)
  await stage.deploy(service, other, { how, whenEnded: () => proxy.setWeather('clear') })
}

export interface FaultOptions {
  stage: Stage
  random: Random
  /** True once users have called these releases. */
  hasBegun: (releases: string) => boolean
}

export function createFaults(options: FaultOptions): Record<FaultKind, () => Promise<void>> {
  const { stage, random } = options
  const { inventories, sales, others, crashDatabase, galera } = stage
  const other = () => random.pick(others?.programs ?? [])
  const node = (fault: NodeFault) => {
    if (!galera) throw new Error('There is no cluster')
    return failNode(galera, fault, random)
  }
  return {
    'kill-inventory': () => killAndRestart(random.pick(inventories), random),
    'kill-sales': () => killAndRestart(random.pick(sales), random),
    'pause-inventory': () => random.pick(inventories).pause(longPause(random)),
    'pause-sales': () => random.pick(sales).pause(longPause(random)),
    'kill-other': () => killAndRestart(other(), random),
    'pause-other': () => other().pause(longPause(random)),
    'crash-database': async () => {
      if (!crashDatabase) throw new Error('A database in a file has no server that could crash')
      await crashDatabase()
    },
    'kill-node': () => node('kill'),
    'pause-node': () => node('pause'),
    'isolate-node': () => node('isolate'),
    'cut-connections': () => badWeather(stage, 'cut', random.int(100, 500)),
    'delay-connections': () => badWeather(stage, 'delay', random.int(400, 1_500)),
    'swap-inventory': () => swap(options, 'inventory'),
    'swap-sales': () => swap(options, 'sales'),
  }
}
