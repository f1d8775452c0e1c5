import { deepEqual } from 'node:assert/strict'
import { type Call, goalOf, goals, type Kind, kinds } from './limit-calls.ts'
import { createStore } from './limit-store.ts'
import { compare, cpuOfProcess, type Load, load, median, ratio, statementsOf, type Target } from './load.ts'
import { root } from './processes.ts'
import { createSetting } from './setting.ts'
import { line } from './table.ts'

const { BEFORE: before, CALLS: wanted, ROUNDS: rounds = '7' } = process.env
const plan = { connections: 16, seconds: 3, rounds: Number(rounds) }

function chooseCalls(): Call[] {
  const all = Object.keys(goals) as Call[]
  const names = wanted?.split(',') ?? all
  const unknown = names.filter((name) => !all.includes(name as Call))
  if (unknown.length > 0) throw new Error(`CALLS names ${unknown.join(', ')}: there are ${all.join(', ')}.`)
  return all.filter((call) => names.includes(call))
}

const calls = chooseCalls()

const processes = ['bare', 'gateway', 'inventory', 'sales', 'analytics', 'database', 'load']
const databaseUsers = ['bare', 'inventory', 'sales', 'analytics']

/** Different results would mean that one side does less work. */
async function assertSame(bare: Target, suite: Target): Promise<void> {
  const read = async ({ url, headers = {} }: Target) => (await fetch(url, { headers })).json()
  deepEqual(await read(bare), await read(suite))
}

function row(call: Call, bare: Load[], suite: Load[], alone: Load, first: Load[]): string {
  const { title, must, aim } = goalOf(call)
  const at = (loads: Load[], pick: (load: Load) => number) => median(loads.map(pick))
  const p99 = at(suite, (load) => load.p99)
  const isCompared = bare.length > 0
  const from = (name: string) => (name === 'bare' ? bare : suite)
  return line([
    title,
    isCompared ? `${ratio(suite, bare)} (${must}, aim ${aim})` : '',
    isCompared ? Math.round(at(bare, (load) => load.perSecond)) : '',
    Math.round(at(suite, (load) => load.perSecond)),
    suite === first ? '' : ratio(suite, first),
    alone.p50.toFixed(1),
    `${p99.toFixed(0)}, ${(p99 / alone.p50).toFixed(1)} ×`,
    ...processes.map((name) => (from(name).length > 0 ? cpuOfProcess(from(name), name) : '')),
    ...databaseUsers.map((name) => (from(name).length > 0 ? statementsOf(from(name), name) : '')),
  ])
}

const columns = ['of bare, % (must)', 'bare/s', 'suite/s', 'of before', 'p50 alone, ms', 'p99, of that']
const heads = ['', ...columns, ...processes.map((name) => `${name} µs`)]
heads.push(...databaseUsers.map((name) => `${name} statements`))
const head = [line(heads), line(heads.map(() => '---'))]

type Store = Awaited<ReturnType<typeof createStore>>

/** Starts all suites at once and loads them in turn, so that disturbances affect all alike. */
async function measure(store: Store, checkouts: Record<string, string>): Promise<string[]> {
  const names = Object.keys(checkouts)
  const suites: Awaited<ReturnType<Store['startSuite']>>[] = []
  for (const checkout of Object.values(checkouts)) suites.push(await store.startSuite(checkout))
  const tables: string[] = []
  for (const kind of kinds) {
    const rows: string[][] = names.map((name) => [`**${kind}, ${name}**`, '', ...head])
    for (const call of calls) {
      const measured = await measureCall(store, suites, call, kind)
      for (const [at, cells] of measured.entries()) rows[at]?.push(cells)
    }
    tables.push(...rows.map((lines) => lines.join('\n')))
  }
  for (const suite of suites) await suite.stop()
  return tables
}

type Suite = Awaited<ReturnType<Store['startSuite']>>

async function measureCall(store: Store, suites: Suite[], call: Call, kind: Kind): Promise<string[]> {
  const bare = store.bare(call, kind)
  const targets = suites.map((suite) => suite.target(call, kind))
  if (bare && kind === 'repeated' && call !== 'record') {
    // An older checkout may return fewer fields.
    await assertSame(bare, targets.at(-1) as Target)
  }
  const sides: Record<string, Target> = bare ? { bare } : {}
  for (const [at, target] of targets.entries()) sides[`suite ${at}`] = target
  const compared = await compare(sides, plan)
  const rows: string[] = []
  for (const [at, target] of targets.entries()) {
    const alone = await load(target, 1, plan.seconds)
    rows.push(row(call, compared.bare ?? [], compared[`suite ${at}`] ?? [], alone, compared['suite 0'] ?? []))
  }
  return rows
}

/**
 * Throughput compared with the baselines, call by call. `BEFORE=<another checkout>` measures that checkout too.
 * `CALLS=record,one` limits the calls; `ROUNDS=3` and `TRANSACTIONS=60000` shorten the run.
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
