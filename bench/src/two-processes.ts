import { startMariaDb } from '@mms/service-kit/test-support'
import { childrenOf } from '../../deploy/local/test/support.ts'
import { createSales, createVariedPaths, goalOf } from './limit-calls.ts'
import { compare, cpuOfProcess, type Load, median, ratio, type Target } from './load.ts'
import { root } from './processes.ts'
import { openStore, type Store } from './store.ts'
import { line, table } from './table.ts'

const { BEFORE: before, ROUNDS: rounds = '7' } = process.env
/** Ten counters. */
const plan = { connections: 10, seconds: 3, rounds: Number(rounds) }

const calls = ['one', 'search', 'list', 'record'] as const

function targetOf({ url, headers, medicines, pid }: Store, call: (typeof calls)[number]): Target {
  const till = childrenOf(pid).get('till')
  if (till === undefined) throw new Error('The suite has no till')
  const pids = { till }
  if (call === 'record') {
    const next = createSales(medicines, 'varied')
    return { url: `${url}/api/transactions`, method: 'POST', status: 201, headers, pids, next }
  }
  const nextPath = createVariedPaths(call, medicines)
  return { url, headers, pids, next: () => ({ path: nextPath() }) }
}

function row(title: string, sides: Record<string, Load[]>): string {
  const { before: earlier, now = [] } = sides
  const of = (loads: Load[]) => [
    Math.round(median(loads.map(({ perSecond }) => perSecond))),
    Math.round(median(loads.map(({ p99 }) => p99))),
    cpuOfProcess(loads, 'till'),
  ]
  const compared = earlier ? [...of(earlier), ratio(now, earlier)] : ['', '', '', '']
  return line([title, ...of(now), ...compared])
}

/** Two-process mode on MariaDB with varied requests. `BEFORE=<another checkout>` measures that checkout too. */
export async function twoProcesses(): Promise<string> {
  const stores: Record<string, Store> = {}
  const servers: Awaited<ReturnType<typeof startMariaDb>>[] = []
  const rows: string[] = []
  try {
    for (const [name, checkout] of Object.entries({ ...(before && { before }), now: root })) {
      const server = await startMariaDb({ durable: true })
      servers.push(server)
      stores[name] = await openStore(checkout, { DATABASE_URL: server.url })
    }
    for (const call of calls) {
      const targets = Object.entries(stores).map(([name, store]) => [name, targetOf(store, call)])
      rows.push(row(goalOf(call).title, await compare(Object.fromEntries(targets), plan)))
    }
  } finally {
    for (const store of Object.values(stores)) await store.stop()
    for (const server of servers) await server.stop()
  }
  const heads = ['', 'per second', 'p99 ms', 'till CPU µs', 'before, per second', 'p99 ms', 'till CPU µs']
  const title = `Two-process mode, ${plan.connections} counters, MariaDB`
  return table(title, [...heads, 'of before'], rows)
}
