import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoginResponse, Medicine } from '@mms/contracts'
import { findFreePort } from '@mms/service-kit/ports'
import { callerOf } from '@mms/service-kit/test-support'
import { readyAfter } from './footprint.ts'
import type { Medicine as Named } from './limit-calls.ts'

const MEDICINES = 100
const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }

export type Store = Awaited<ReturnType<typeof openStore>>

/** Starts a checkout as `npm start` does, with some medicines. */
export async function openStore(checkout: string, more: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'mms-bench-'))
  const PORT = String(await findFreePort())
  const own = { PORT, DATA_DIR: dataDir, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const child = spawn(process.execPath, ['deploy/local/start.js'], {
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
  return {
    url: gateway.url,
    headers: { authorization: `Bearer ${token}` },
    medicines,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(dataDir, { recursive: true })
    },
  }
}
