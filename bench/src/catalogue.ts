import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { cpuSeconds } from './load.ts'
import { createInventoryDatabase } from './medicines.ts'
import { startProgram } from './processes.ts'
import { createSetting } from './setting.ts'

const SIZES = [10_000, 50_000, 100_000]
const ROUNDS = 5
const CATALOGUE = '/api/medicines/catalogue'
const LEVEL = 4
const PING_MS = 5

interface Service {
  origin: string
  pid: number
}

const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(2)} MiB`
const residentOf = ({ pid }: Service) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

async function longestWait({ origin }: Service, done: () => boolean): Promise<number> {
  let longest = 0
  while (!done()) {
    const startedAt = performance.now()
    await (await fetch(`${origin}/health/live`)).arrayBuffer()
    longest = Math.max(longest, performance.now() - startedAt)
    await delay(PING_MS)
  }
  return longest
}

async function measure(service: Service, path: string, headers: Record<string, string>) {
  const [cpuBefore, startedAt] = [cpuSeconds(service.pid), performance.now()]
  let isDone = false
  const waiting = longestWait(service, () => isDone)
  let text = ''
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await fetch(service.origin + path, { headers })
    text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  }
  isDone = true
  const ms = (performance.now() - startedAt) / ROUNDS
  const cpu = ((cpuSeconds(service.pid) - cpuBefore) * 1000) / ROUNDS
  return { text, ms, cpu, wait: await waiting }
}

async function measureSize(count: number): Promise<string[]> {
  const setting = await createSetting()
  try {
    const { url } = await createInventoryDatabase(setting, count)
    const service = await startProgram('services/inventory/src/main.ts', {
      ...setting.env,
      DATABASE_URL: url,
    })
    const before = residentOf(service)
    const cpuBefore = cpuSeconds(service.pid)
    const { headers } = setting
    const startedAt = performance.now()
    let isLoaded = false
    const waiting = longestWait(service, () => isLoaded)
    await (await fetch(`${service.origin}/api/medicines?limit=1&search=amox`, { headers })).arrayBuffer()
    isLoaded = true
    const loaded = performance.now() - startedAt
    const memory = residentOf(service) - before
    const row = (what: string, bytes: string, ms: number, cpu: number, wait: number) =>
      `| ${count} | ${what} | ${bytes} | ${ms.toFixed(0)} | ${cpu.toFixed(0)} | ${wait.toFixed(0)} |`
    const loading = (cpuSeconds(service.pid) - cpuBefore) * 1000
    const rows = [row(`loaded: ${mib(memory)} of memory`, '', loaded, loading, await waiting)]
    const { text, ms, cpu, wait } = await measure(service, CATALOGUE, headers)
    const bytes = `${mib(text.length)}, ${mib(gzipSync(text, { level: LEVEL }).length)} compressed`
    rows.push(row('whole', bytes, ms, cpu, wait))
    const { version } = JSON.parse(text)
    const since = `${CATALOGUE}?since=${encodeURIComponent(version)}`
    const nothing = await measure(service, since, headers)
    rows.push(row('nothing new', `${nothing.text.length} bytes`, nothing.ms, nothing.cpu, nothing.wait))
    return rows
  } finally {
    await setting.stop()
  }
}

export async function catalogue(): Promise<string> {
  const rows: string[] = []
  for (const size of SIZES) rows.push(...(await measureSize(size)))
  return [
    '## The catalogue of a counter',
    '',
    '| medicines | | size | ms | CPU ms | others wait at most, ms |',
    `|${' --- |'.repeat(6)}`,
    ...rows,
  ].join('\n')
}
