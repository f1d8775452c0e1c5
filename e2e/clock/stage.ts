import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@mms/service-kit'
import { movedClock } from '@mms/service-kit/test-support'
import { type DatabaseKind, openDatabaseServer } from '../chaos/stage/database-server.ts'
import { startProcesses } from '../fuzz/processes.ts'
import { callAs, hire, type Person } from './people.ts'

const TILLS = 6
/** Time until every process has read the new clock. */
const READ_MS = 500
const reconcileProgram = resolve(import.meta.dirname, '../../services/sales/src/reconcile-main.ts')

export type Stage = Awaited<ReturnType<typeof openStage>>

async function addMedicine(url: string, owner: Person): Promise<string> {
  const medicine = { name: 'Paracetamol 500 mg', category: 'Analgesics', manufacturer: 'Cipla', unitPrice: 1 }
  const more = { currentStock: 1_000_000, minStockLevel: 1, expiryDate: '2099-12-31' }
  const { status, body } = await callAs(url, owner)('/api/medicines', { ...medicine, ...more })
  if (status !== 201) throw new Error(`No medicine: ${status} ${JSON.stringify(body)}`)
  return String(body._id)
}

/** The whole suite with adjustable clocks. */
export async function openStage(database: DatabaseKind) {
  const folder = await mkdtemp(join(tmpdir(), 'mms-clock-'))
  const file = join(folder, 'offset')
  const preload = movedClock(file)
  await writeFile(file, '0')
  const server = await openDatabaseServer(database)
  const suite = await startProcesses({
    databaseOf: (name) => server.create(name),
    env: { TRUST_PROXY: '1', COMMAND_TIMEOUT_MS: '1000', RECONCILE_LEASE_MS: '1000' },
    preload: [preload],
  })
  const db = openDatabase(suite.databases.sales ?? '')
  const { url } = suite.gateway
  const owner: Person = { ...suite.admin, address: '198.51.100.1', token: '' }
  const people = await hire(url, owner, TILLS)
  return {
    url,
    owner,
    people,
    medicineId: await addMedicine(url, owner),
    async setClock(seconds: number): Promise<void> {
      await writeFile(file, String(seconds))
      await delay(READ_MS)
    },
    signalInventory(name: NodeJS.Signals): void {
      suite.services.find((each) => each.name === 'inventory')?.child.kill(name)
    },
    pendingIds: (): Promise<string[]> => db('transactions').where({ status: 'pending' }).pluck('id'),
    /** Runs with the others' clock; returns the exit code. */
    async reconcile(): Promise<number> {
      const child = spawn(process.execPath, ['--import', preload, reconcileProgram], {
        env: { ...process.env, ...suite.envOf('sales') },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const [code] = (await once(child, 'exit')) as [number]
      return code
    },
    async close(): Promise<void> {
      await db.destroy()
      await suite.close()
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
