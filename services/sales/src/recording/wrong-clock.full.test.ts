import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { movedClock, testDatabases } from '@mms/service-kit/test-support'
import { expect, test } from 'vitest'
import { accountOf, openProcesses } from '../../test/processes.ts'
import { newKey } from '../../test/support.ts'

const HOUR_S = 3_600
const YEAR_S = 365 * 24 * HOUR_S

test.each(testDatabases())(
  'sales of a clock that was wrong and is right again come to their end on $name',
  {
    timeout: 180_000,
  },
  async (database) => {
    const folder = await mkdtemp(join(tmpdir(), 'mms-clock-'))
    const file = join(folder, 'offset')
    await writeFile(file, '0')
    const store = await openProcesses(database, { NODE_OPTIONS: `--import=${movedClock(file)}` })
    const medicine = await store.addMedicine({ currentStock: 1_000 })
    for (const offset of [-YEAR_S, -3 * HOUR_S, 5.5 * HOUR_S, YEAR_S]) {
      await writeFile(file, String(offset))
      await delay(200)
      const token = store.tokens.token({ role: 'staff', expiresIn: offset + 600 })
      const body = { medicineId: medicine._id, type: 'sale', quantity: 1, unitPrice: 1 }
      const sell = () =>
        store
          .process('sales')
          .post('/api/transactions', { token, body, headers: { 'Idempotency-Key': newKey() } })
      await expect.poll(async () => (await sell()).status).toBe(201)
      store.process('inventory').signal('SIGSTOP')
      const pending = await Promise.all(Array.from({ length: 8 }, sell))
      expect(pending.map(({ status }) => status)).toEqual(pending.map(() => 202))
      await writeFile(file, '0')
      await delay(200)
      store.process('inventory').signal('SIGCONT')
      const { completedIds, movementIds, stock } = await accountOf(store, medicine)
      expect(completedIds.toSorted()).toEqual(movementIds.filter((id) => completedIds.includes(id)))
      expect(stock).toBe(1_000 - completedIds.length)
      expect((await sell()).status).toBe(401)
    }
    await store.close()
    await rm(folder, { recursive: true })
  },
)
