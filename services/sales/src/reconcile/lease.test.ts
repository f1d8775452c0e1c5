import { createLifecycle } from '@mms/service-kit'
import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inventoryAt, log, openStore, type Store } from '../../test/support.ts'
import { createReconciler, prepareReconciliation } from './service.ts'

/** Far longer than a busy machine delays a renewal of the lease. */
const LEASE_MS = 3_000
const SLOW = { timeout: 60_000 }

describe.each(testDatabases())('the run of the night on $name', (database: TestDatabase) => {
  let store: Store
  let inventory: ReturnType<typeof inventoryAt>
  beforeAll(async () => {
    store = await openStore(database, { jobs: false })
    await store.addMedicine()
    inventory = clientOf(store.inventory.url)
  })
  beforeEach(async () => {
    await db('reconciliation').delete()
    await db('leases').delete()
    await replica().runIfDue(never)
    await makeDue()
  })
  afterAll(async () => {
    await inventory.close()
    await store.close()
  })

  const db = (table: string) => store.database.db(table)
  const never = createLifecycle().signal
  const clientOf = (url: string) => inventoryAt(url, store.tokens, 1_000)
  const row = async () => {
    const { holder, due_at, finished_at } = await db('leases').first()
    return { holder, next: Number(due_at), finished: finished_at && Number(finished_at) }
  }
  const makeDue = () => db('leases').update({ due_at: 0 })

  /** A replica of the service. `atWork` is called during its run. */
  function replica(atWork = async () => {}, client = inventory): ReturnType<typeof createReconciler> {
    const replayPending = async () => {
      await atWork()
      return 0
    }
    const { db: own } = store.database
    return createReconciler({
      ...{ db: own, inventory: client, replayPending, timeZone: 'Asia/Kolkata', leaseMs: LEASE_MS, log },
    })
  }
  /** A replica whose run halts in the middle until `goOn`. */
  function slowReplica() {
    const entered = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const atWork = async () => {
      entered.resolve()
      await gate.promise
    }
    return { ...replica(atWork), entered: entered.promise, goOn: () => gate.resolve() }
  }

  test('is not finished by a replica whose lease another took over', SLOW, async () => {
    const slow = slowReplica()
    const running = slow.runIfDue(never)
    await slow.entered
    await db('leases').update({ holder: 'another', due_at: 0 })
    slow.goOn()
    expect(await running).toBeUndefined()
    expect(await row()).toEqual({ holder: 'another', next: 0, finished: null })
    expect((await db('reconciliation').first())?.finished_at ?? null).toBeNull()
  })

  test(
    'stops with its process though inventory does not answer, and is the next replica’s',
    SLOW,
    async () => {
      const lifecycle = createLifecycle()
      store.inventory.signal('SIGSTOP')
      try {
        await store.inventory.stopped()
        const running = replica(async () => void setImmediate(lifecycle.stop)).runIfDue(lifecycle.signal)
        // Aborted by the lost lease, not by the timeout of the request to inventory.
        await expect(running).rejects.toMatchObject({ name: 'AbortError' })
      } finally {
        store.inventory.signal('SIGCONT')
      }
      expect(await row()).toMatchObject({ holder: null, finished: null })
      expect(await replica().runIfDue(never)).toMatchObject({ result: { mismatches: 0 } })
    },
  )

  test('has an age, whichever replica made it, also before the first has finished', async () => {
    const age = async () => {
      const { body } = await store.client.get<string>('/metrics')
      return Number(/^reconciliation_age_seconds\{.*\} (\S+)$/m.exec(body)?.[1])
    }
    const yesterday = new Date(Date.now() - 86_400_000)
    await db('reconciliation').delete()
    await prepareReconciliation(store.database.db)
    await db('reconciliation').update({ watched_since: yesterday })
    expect(await age()).toBeGreaterThanOrEqual(86_400)
    await replica().runIfDue(never)
    expect(await age()).toBeLessThan(86_400)
    await db('reconciliation').update({ finished_at: yesterday })
    expect(await age()).toBeGreaterThanOrEqual(86_400)
  })
})
