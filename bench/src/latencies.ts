import { load } from './load.ts'

const SECONDS = 5

/** A table of how long each path takes, alone and with four at a time. */
export async function latencies(
  title: string,
  origin: string,
  headers: Record<string, string>,
  paths: Record<string, string>,
): Promise<string> {
  const rows: string[] = []
  for (const [name, path] of Object.entries(paths)) {
    const target = { url: origin + path, headers, pids: {} }
    await load(target, 1, 1)
    const alone = await load(target, 1, SECONDS)
    const busy = await load(target, 4, SECONDS)
    rows.push(`| ${name} | ${alone.p50} | ${alone.p99} | ${busy.p50} | ${busy.p99} |`)
  }
  return [
    `## ${title}, ms`,
    '',
    '| | p50, 1 connection | p99 | p50, 4 connections | p99 |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
