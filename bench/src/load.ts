import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

export interface Target {
  url: string
  headers?: Record<string, string>
  /** Processes whose CPU time counts as the target's. */
  pids: number[]
}

export interface Load {
  perSecond: number
  /** ms */
  p50: number
  p99: number
  /** CPU time of the target's processes, user and system, per request. */
  cpuMicros: number
}

const TICKS_PER_SECOND = 100

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

const cpuOf = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)

/** Loads a target for some seconds over keep-alive connections. Any answer but 2xx is an error. */
export async function load(target: Target, connections: number, seconds: number): Promise<Load> {
  const { url, headers = {}, pids } = target
  const before = cpuOf(pids)
  const result = await autocannon({ url, headers, connections, duration: seconds })
  if (result.non2xx + result.errors + result.timeouts > 0) throw new Error(`${url}: not every answer was 2xx`)
  const requests = result.requests.total
  return {
    perSecond: requests / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicros: ((cpuOf(pids) - before) / requests) * 1e6,
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Loads several targets in turn, round after round, so that a slow moment hits all alike. */
export async function compare<Name extends string>(
  targets: Record<Name, Target>,
  options: { connections: number; seconds: number; rounds: number },
): Promise<Record<Name, Load[]>> {
  const names = Object.keys(targets) as Name[]
  const loads = Object.fromEntries(names.map((name) => [name, [] as Load[]])) as Record<Name, Load[]>
  for (const name of names) await load(targets[name], options.connections, 2)
  for (let round = 0; round < options.rounds; round += 1) {
    for (const name of names)
      loads[name].push(await load(targets[name], options.connections, options.seconds))
  }
  return loads
}
