import { randomUUID } from 'node:crypto'
import { createLogger } from '@mms/service-kit'
import { migrateForTest, openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../migrations/list.ts'
import { createTotalsStore } from './totals-store.ts'

const log = createLogger({ name: 'analytics', level: 'silent' })
const [quick, slow] = [randomUUID(), randomUUID()]
const moved: [string, string, number, number][] = [
  [quick, '2026-01-10', 10, 0],
  [slow, '2026-01-10', 20, 0],
  [slow, '2026-02-01', 20, 4],
  ...[1, 2, 3].map((day): [string, string, number, number] => [quick, `2026-06-0${day}`, 10, day]),
]

describe.each(testDatabases())('totals up to a day on $name', ({ open }) => {
  const database = openForTests(open)
  beforeAll(async () => {
    await migrateForTest(database, migrations, { log })
    const rows = moved.map(([medicine_id, day, added, removed]) => ({
      ...{ medicine_id, day, added, removed, stock: added - removed },
    }))
    await database.db('stock_days').insert(rows)
    const head = { ledger_version: 1, opening_units: 0, stock: 0, added: 0, removed: 0 }
    await database.db('stock_heads').insert([quick, slow].map((medicine_id) => ({ medicine_id, ...head })))
  })

  test.each([undefined, 1, 2, 4])('are of the newest day of a medicine with %j recent rows', async (near) => {
    const totalsAt = async (day: string) => [...(await createTotalsStore(database.db, near).totalsAt(day))]
    expect(await totalsAt('2026-01-09')).toEqual([])
    const totals = Object.fromEntries(await totalsAt('2026-06-02'))
    expect(totals).toEqual({ [quick]: { added: 10, removed: 2 }, [slow]: { added: 20, removed: 4 } })
  })
})
