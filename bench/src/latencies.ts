import { load } from './load.ts'
import { line, table } from './table.ts'

const SECONDS = 5

export type Path = string | (() => string)

export async function latencies(
  title: string,
  origin: string,
  headers: Record<string, string>,
  paths: Record<string, Path>,
  pids: Record<string, number> = {},
): Promise<string> {
  const processes = Object.keys(pids)
  const rows: string[] = []
  for (const [name, path] of Object.entries(paths)) {
    const each =
      typeof path === 'string' ? { url: origin + path } : { url: origin, next: () => ({ path: path() }) }
    const target = { ...each, headers, pids }
    // The first request may outlast a second of load.
    const first = origin + (typeof path === 'string' ? path : path())
    await (await fetch(first, { headers })).arrayBuffer()
    await load(target, 1, 1)
    const alone = await load(target, 1, SECONDS)
    const busy = await load(target, 4, SECONDS)
    const cpu = processes.map((process) => Math.round(busy.cpuMicros[process] ?? 0))
    rows.push(line([name, alone.p50, alone.p99, busy.p50, busy.p99, ...cpu]))
  }
  const columns = ['', 'p50, 1 connection', 'p99', 'p50, 4 connections', 'p99']
  columns.push(...processes.map((process) => `${process}, CPU µs`))
  return table(`${title}, ms`, columns, rows)
}
