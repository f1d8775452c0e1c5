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
const { BEFORE: before, CALLS: wanted } = process.env

function chooseCalls(): Call[] {
  const all = Object.keys(goals) as Call[]
  const names = wanted?.split(',') ?? all
  const unknown = names.filter((name) => !all.includes(name as Call))
  if (unknown.length > 0) throw new Error(`CALLS names ${unknown.join(', ')}: there are ${all.join(', ')}.`)
  return all.filter((call) => names.includes(call))
}

const calls = chooseCalls()

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

const columns = ['of bare, % (must)', 'bare/s', 'suite/s', 'p50 alone, ms', 'p99, of that']
const heads = ['', ...columns, ...processes.map((name) => `${name} µs`)]
heads.push(...databaseUsers.map((name) => `${name} statements`))
const head = [heads, heads.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`)

type Store = Awaited<ReturnType<typeof createStore>>

/** A table for each release. All of them run at once and are loaded in turn: what the machine does meets all alike. */
async function measure(store: Store, checkouts: Record<string, string>): Promise<string[]> {
  const names = Object.keys(checkouts)
  const suites: Awaited<ReturnType<Store['startSuite']>>[] = []
  for (const checkout of Object.values(checkouts)) suites.push(await store.startSuite(checkout))
  const tables: string[][] = names.map((name) => [`**${name}**`, '', ...head])
  for (const call of calls) {
    const bare = store.bare(call)
    const targets = suites.map((suite) => suite.target(call))
    if (call !== 'record') for (const target of targets) await assertSame(bare, target)
    const loads = await compare(
      { bare, ...Object.fromEntries(names.map((name, at) => [name, targets[at]])) },
      plan,
    )
    for (const [at, target] of targets.entries()) {
      const alone = await load(target, 1, plan.seconds)
      tables[at]?.push(row(call, loads.bare, loads[names[at] as keyof typeof loads], alone))
    }
  }
  for (const suite of suites) await suite.stop()
  return tables.map((lines) => lines.join('\n'))
}

/**
 * How near the whole path comes to what the machine allows, call by call. `BEFORE=<another checkout>` measures that
 * one too, against the same bare handlers and rows. `CALLS=record,one` measures only those.
 */
export async function limit(): Promise<string> {
  const setting = await createSetting()
  try {
    const store = await createStore(setting)
    const tables = await measure(store, { ...(before && { before }), now: root })
    return [`## Of a bare handler, ${plan.connections} connections, through the gateway`, ...tables].join(
      '\n\n',
    )
  } finally {
    await setting.stop()
  }
}
