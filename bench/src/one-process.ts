import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoginResponse, Medicine } from '@mms/contracts'
import { findFreePort } from '@mms/service-kit/ports'
import { callerOf } from '@mms/service-kit/test-support'
import { readyAfter } from './footprint.ts'
import type { Medicine as Named } from './limit-calls.ts'
import { compare, type Load, median, ratio, type Target } from './load.ts'
import { root } from './processes.ts'

const COUNTERS = 4
const MEDICINES = 100
const plan = { connections: COUNTERS, seconds: 4, rounds: 6 }
const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }

interface Store {
  url: string
  headers: Record<string, string>
  medicines: Named[]
  pid: number
  list: Target
  sale: Target
  stop(): Promise<void>
}

export async function openStore(
  args: string[],
  checkout = root,
  more: Record<string, string> = {},
): Promise<Store> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mms-bench-'))
  const PORT = String(await findFreePort())
  const own = { PORT, DATA_DIR: dataDir, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const child = spawn(process.execPath, ['deploy/local/start.js', ...args], {
    cwd: checkout,
    env: { ...process.env, ...own, WRITES_PER_SECOND: '0', ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await readyAfter(child, performance.now())
  const gateway = callerOf(`http://127.0.0.1:${PORT}`)
  const { token } = (await gateway.post<LoginResponse>('/api/auth/login', { body: admin })).body
  const medicines: Named[] = []
  for (let n = 0; n < MEDICINES; n += 1) {
    const amounts = { currentStock: 1_000_000, minStockLevel: 5, unitPrice: 10 }
    const body = { name: `Sold ${n}`, category: 'Vitamins', ...amounts }
    const { _id: id } = (await gateway.post<Medicine>('/api/medicines', { token, body })).body
    medicines.push({ id, name: body.name })
  }
  let turn = 0
  const headers = { authorization: `Bearer ${token}` }
  const next = () => ({
    headers: { 'idempotency-key': randomUUID() },
    body: { medicineId: medicines[turn++ % medicines.length]?.id, type: 'sale', quantity: 1, unitPrice: 10 },
  })
  return {
    url: gateway.url,
    headers,
    medicines,
    pid: child.pid as number,
    list: { url: `${gateway.url}/api/medicines?limit=50`, headers, pids: {} },
    sale: {
      url: `${gateway.url}/api/transactions`,
      method: 'POST',
      status: 201,
      pids: {},
      next,
      headers: { ...headers, 'content-type': 'application/json' },
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(dataDir, { recursive: true })
    },
  }
}

const row = (title: string, { separate, shared }: { separate: Load[]; shared: Load[] }) => {
  const at = (loads: Load[], pick: (load: Load) => number) => Math.round(median(loads.map(pick)))
  const rates = [separate, shared].map((loads) => at(loads, (load) => load.perSecond))
  const late = [separate, shared].map((loads) => at(loads, (load) => load.p99))
  return `| ${[title, ...rates, ratio(shared, separate), ...late].join(' | ')} |`
}

/** Alternates two processes with one process per program. */
export async function oneProcess(): Promise<string> {
  const separate = await openStore(['--separate'])
  const one = await openStore([])
  try {
    const list = await compare({ separate: separate.list, shared: one.list }, plan)
    const sale = await compare({ separate: separate.sale, shared: one.sale }, plan)
    return [
      `## Two processes beside one each, ${COUNTERS} counters, embedded database`,
      '',
      '| | a process each, per second | together | of it | p99 ms, a process each | together |',
      '| --- | --- | --- | --- | --- | --- |',
      row('list of 50 medicines', list),
      row('sale', sale),
    ].join('\n')
  } finally {
    await one.stop()
    await separate.stop()
  }
}
