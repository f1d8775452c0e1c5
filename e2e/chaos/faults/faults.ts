import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@mms/service-kit/random'
import type { GaleraNode } from '@mms/service-kit/test-support'
import type { Program } from '../stage/program.ts'
import { COMMAND_TIMEOUT_MS, type Service } from '../stage/releases.ts'
import { releasesOf, type Stage } from '../stage/stage.ts'

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

/** Maximum wait for what a fault needs, in ms. */
const WAIT_MS = 180_000
const POLL_MS = 20
/** Longer than the other nodes wait before they continue without one. */
const NODE_AWAY_MS = [4_000, 8_000] as const

const longPause = (random: Random) => random.int(COMMAND_TIMEOUT_MS + 100, COMMAND_TIMEOUT_MS * 3)

async function killAndRestart(program: Program, random: Random): Promise<void> {
  await program.kill()
  await delay(random.int(0, 300))
  await program.start()
}

async function until(what: string, happened: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + WAIT_MS
  const isSeen = async () => happened()
  while (!(await isSeen().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Never seen: ${what}`)
    await delay(POLL_MS)
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

const seesNodes = async (node: GaleraNode | undefined, count: number) =>
  (await node?.isSynced()) === true && (await node?.statusOf('cluster_size')) === String(count)

async function standStill(node: GaleraNode, random: Random): Promise<void> {
  const pid = await node.readPid()
  process.kill(pid, 'SIGSTOP')
  try {
    await until('a node that stands still', async () =>
      / T /.test(await readFile(`/proc/${pid}/stat`, 'utf8')),
    )
    await delay(random.int(...NODE_AWAY_MS))
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

async function killNode(node: GaleraNode, other: GaleraNode | undefined, random: Random): Promise<void> {
  await node.kill()
  await until('two nodes that go on', () => seesNodes(other, 2))
  await delay(random.int(0, 3_000))
  await node.join()
}

async function isolateNode(node: GaleraNode, other: GaleraNode | undefined, random: Random): Promise<void> {
  await node.isolate(true)
  await until('two nodes that go on', () => seesNodes(other, 2))
  await until('a node that is cut off', async () => (await node.statusOf('cluster_status')) !== 'Primary')
  await delay(random.int(...NODE_AWAY_MS))
  await node.isolate(false)
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
  /** Makes one of three nodes fail and come back; ends when each sees all three. */
  const failNode = async (
    fault: (node: GaleraNode, other: GaleraNode | undefined, random: Random) => Promise<void>,
  ) => {
    const nodes = galera?.nodes ?? []
    const node = random.pick(nodes)
    const other = nodes.find((each) => each !== node)
    await fault(node, other, random)
    for (const each of nodes) await until('a whole cluster', () => seesNodes(each, 3))
  }
  return {
    'kill-inventory': () => killAndRestart(random.pick(inventories), random),
    'kill-sales': () => killAndRestart(random.pick(sales), random),
    'pause-inventory': () => random.pick(inventories).pause(longPause(random)),
    'pause-sales': () => random.pick(sales).pause(longPause(random)),
    'kill-other': () => killAndRestart(other(), random),
    'pause-other': () => other().pause(longPause(random)),
    'crash-database': async () => crashDatabase?.(),
    'kill-node': () => failNode(killNode),
    'pause-node': () => failNode((node, _, own) => standStill(node, own)),
    'isolate-node': () => failNode(isolateNode),
    'cut-connections': () => badWeather(stage, 'cut', random.int(100, 500)),
    'delay-connections': () => badWeather(stage, 'delay', random.int(400, 1_500)),
    'swap-inventory': () => swap(options, 'inventory'),
    'swap-sales': () => swap(options, 'sales'),
  }
}
