import { createReadModel } from '@mms/service-kit'
import { besideReplica, openService, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectConsistent } from '../../test/consistent.ts'
import { buildMedicine } from '../../test/medicines.ts'
import { definitionFor, NOON, NOWHERE, openStore, type Store } from '../../test/support.ts'
import { medicinesModel } from '../medicines/store.ts'
import { groupSimilarMedicines } from '../rules/category.ts'
import { createJudging } from './judging.ts'

const ROUNDS = 6
const MEDICINES = 40

describe.each(testDatabases())('two replicas on $name', (database: TestDatabase) => {
  let store: Store
  let other: Awaited<ReturnType<typeof openReplica>>
  const openReplica = () =>
    openService(definitionFor({ leaseMs: 30_000 }), besideReplica(store), {
      ...{ now: NOON, tokens: store.tokens, env: { INVENTORY_URL: NOWHERE, ANALYTICS_URL: NOWHERE } },
    })
  beforeAll(async () => {
    store = await openStore(database)
    await store.tellConditions()
    other = await openReplica()
  })
  afterEach(() => expectConsistent(store.database.db))
  afterAll(async () => {
    await other.close()
    await store.close()
  })

  const db = () => store.database.db

  test('that generate at once open each alert once, and say so together', async () => {
    const states = Array.from({ length: MEDICINES }, () => buildMedicine())
    for (let round = 1; round <= ROUNDS; round += 1) {
      // In odd rounds all medicines are low, in even rounds none is.
      const currentStock = round % 2 ? 1 : 100
      const changed = states.map((state) => ({ ...state, currentStock, version: state.version + round }))
      await createReadModel(db(), medicinesModel).apply(changed)
      const [a, b] = await Promise.all([store.generate(), other.service.generate()])
      expect(a.opened + b.opened).toBe(round % 2 ? MEDICINES : 0)
      expect(a.closed + b.closed).toBe(round % 2 ? 0 : MEDICINES)
    }
  })

  test('the one that comes second looks at everything anew', async () => {
    const medicine = buildMedicine({ currentStock: 1 })
    const onChanged = async () => {}
    const judging = createJudging({ returnNoticeDays: 90, now: () => new Date(NOON), onChanged })
    const given = { today: '2026-11-21', conditions: null, othersOf: groupSimilarMedicines([], '2026-11-21') }
    let tries = 0
    const read = async () => {
      tries += 1
      // The error of the database if another replica was faster.
      if (tries === 1) throw Object.assign(new Error('duplicate'), { errno: 1062, code: 'ER_DUP_ENTRY' })
      return [medicine]
    }
    expect(await judging.judge(db(), read, given)).toEqual({ opened: 1, renewed: 0, closed: 0 })
    expect(tries).toBe(2)
  })
})
