import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

export interface NextRequest {
  path?: string
  headers?: Record<string, string>
  body?: unknown
}

export interface Target {
  url: string
  headers?: Record<string, string>
  method?: 'GET' | 'POST' | 'PUT'
  next?: () => NextRequest
  settle?: () => Promise<void>
  status?: number
  pids: Record<string, number>
  /** Statements sent so far, by database user. */
  statements?: () => Promise<Record<string, number>>
}

export interface Load {
  perSecond: number
  /** ms */
  p50: number
  p99: number
  /** User and system, in µs per request. */
  cpuMicros: Record<string, number>
  statements: Record<string, number>
}

const TICKS_PER_SECOND = 100

export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

type Numbers = Record<string, number>

const cpuOf = (pids: Numbers): Numbers =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)]))

const growth = (before: Numbers, after: Numbers, count: number): Numbers =>
  Object.fromEntries(Object.entries(after).map(([name, now]) => [name, (now - (before[name] ?? 0)) / count]))

/** The library rounds to whole milliseconds. */
const percentile = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

function toRequests(next: () => NextRequest) {
  return [
    {
      setupRequest: (request: { path: string; headers: Record<string, string> }) => {
        const { path = request.path, headers, body } = next()
        return { ...request, path, headers: { ...request.headers, ...headers }, body: JSON.stringify(body) }
      },
    },
  ]
}

/** Keep-alive connections. Any unexpected response is an error. */
export async function load(target: Target, connections: number, seconds: number): Promise<Load> {
  const { url, headers = {}, method = 'GET', next, status = 200, pids } = target
  const { statements = async () => ({}) } = target
  const sent = await statements()
  const before = cpuOf(pids)
  const times: number[] = []
  const running = autocannon({
    url,
    headers,
    method,
    connections,
    duration: seconds,
    ...(next && { requests: toRequests(next) }),
  })
  running.on('response', (_client, _status, _bytes, ms) => times.push(ms))
  const { errors, timeouts, statusCodeStats, requests, duration } = await running
  await target.settle?.()
  const cpu = growth(before, cpuOf(pids), requests.total / 1e6)
  const unexpected = Object.keys(statusCodeStats).filter((code) => code !== String(status))
  if (unexpected.length > 0 || errors + timeouts > 0)
    throw new Error(`${method} ${url}: ${errors} errors, ${timeouts} timeouts, and ${unexpected}`)
  const sorted = new Float64Array(times).sort()
  return {
    perSecond: requests.total / duration,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    cpuMicros: cpu,
    statements: growth(sent, await statements(), requests.total),
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Alternates the order each round, so that disturbances affect all targets alike. */
export async function compare<Name extends string>(
  targets: Record<Name, Target>,
  options: { connections: number; seconds: number; rounds: number },
): Promise<Record<Name, Load[]>> {
  const names = Object.keys(targets) as Name[]
  const loads = Object.fromEntries(names.map((name) => [name, [] as Load[]])) as Record<Name, Load[]>
  for (const name of names) await load(targets[name], options.connections, 2)
  for (let round = 0; round < options.rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed())
      loads[name].push(await load(targets[name], options.connections, options.seconds))
  }
  return loads
}

/** Median of the per-round ratios, because a disturbance affects both sides of a round. */
export function ratio(above: Load[], below: Load[]): string {
  const ratios = above.map((load, round) => load.perSecond / (below[round]?.perSecond ?? Number.NaN))
  return `${Math.round(median(ratios) * 100)} %`
}

export const cpuOfProcess = (loads: Load[], name: string): number =>
  Math.round(median(loads.map(({ cpuMicros }) => cpuMicros[name] ?? 0)))

export const statementsOf = (loads: Load[], name: string): number =>
  Math.round(median(loads.map(({ statements }) => statements[name] ?? 0)) * 100) / 100
