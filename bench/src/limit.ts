import { deepEqual } from 'node:assert/strict'
import { type Call, createStore } from './limit-store.ts'
import { compare, cpuOfProcess, type Load, load, median, ratio, statementsOf, type Target } from './load.ts'
import { root } from './processes.ts'
import { createSetting } from './setting.ts'

const plan = { connections: 16, seconds: 3, rounds: 7 }

/** What must be kept of a bare handler's throughput, in percent, and what is aimed at. */
const goals: Record<Call, { title: string; must: number; aim: number }> = {
  list: { title: 'list, 50 of 200, with total', must: 60, aim: 80 },
  search: { title: 'search in a category', must: 34, aim: 50 },
  one: { title: 'one by id', must: 33, aim: 45 },
  history: { title: 'history of a type in a month, 50 newest, with total', must: 45, aim: 60 },
  record: { title: 'record a transaction', must: 22, aim: 30 },
}
const calls = Object.keys(goals) as Call[]

const processes = ['bare', 'gateway', 'inventory', 'sales', 'database', 'load']
const databaseUsers = ['bare', 'inventory', 'sales']

/** Both must say the same, or one of them does less. */
async function assertSame(bare: Target, suite: Target): Promise<void> {
  const read = async ({ url, headers = {} }: Target) => (await fetch(url, { headers })).json()
  deepEqual(await read(bare), await read(suite))
}

function row(call: Call, bare: Load[], suite: Load[], alone: Load): string {
  const { title, must, aim } = goals[call]
  const at = (loads: Load[], pick: (load: Load) => number) => median(loads.map(pick))
  const p99 = at(suite, (load) => load.p99)
  const cells = [
    title,
    `${ratio(suite, bare)} (${must}, aim ${aim})`,
    Math.round(at(bare, (load) => load.perSecond)),
    Math.round(at(suite, (load) => load.perSecond)),
    alone.p50.toFixed(1),
    `${p99.toFixed(0)}, ${(p99 / alone.p50).toFixed(1)} ×`,
    ...processes.map((name) => cpuOfProcess(name === 'bare' ? bare : suite, name)),
    ...databaseUsers.map((name) => statementsOf(name === 'bare' ? bare : suite, name)),
  ]
  return `| ${cells.join(' | ')} |`
}

async function measure(store: Awaited<ReturnType<typeof createStore>>, checkout: string): Promise<string> {
  const suite = await store.startSuite(checkout)
  const rows: string[] = []
  for (const call of calls) {
    const targets = { bare: store.bare(call), suite: suite.target(call) }
    if (call !== 'record') await assertSame(targets.bare, targets.suite)
    const loads = await compare(targets, plan)
    rows.push(row(call, loads.bare, loads.suite, await load(targets.suite, 1, plan.seconds)))
  }
  await suite.stop()
  const columns = ['of bare, % (must)', 'bare/s', 'suite/s', 'p50 alone, ms', 'p99, of that']
  const heads = ['', ...columns, ...processes.map((name) => `${name} µs`)]
  heads.push(...databaseUsers.map((name) => `${name} statements`))
  return [`| ${heads.join(' | ')} |`, `| ${heads.map(() => '---').join(' | ')} |`, ...rows].join('\n')
}

/**
 * How near the whole path comes to what the machine allows, call by call. `BEFORE=<another checkout>` measures that
 * one first, against the same bare handlers and rows.
 */
export async function limit(): Promise<string> {
  const { BEFORE: before } = process.env
  const setting = await createSetting()
  try {
    const store = await createStore(setting)
    const tables: string[] = []
    for (const checkout of before ? [before, root] : [root])
      tables.push(`**${checkout === root ? 'now' : 'before'}**\n\n${await measure(store, checkout)}`)
    return [`## Of a bare handler, ${plan.connections} connections, through the gateway`, ...tables].join(
      '\n\n',
    )
  } finally {
    await setting.stop()
  }
}
