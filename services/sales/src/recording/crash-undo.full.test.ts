import type { Medicine, StockOutcome } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { crashAt, expectOneEffectEach, steps } from '../../test/crash.ts'
import { openProcesses, untilFinal } from '../../test/processes.ts'
import { newKey } from '../../test/support.ts'
import { failpoints } from '../failpoints.ts'

const reversalSteps: typeof steps = [['sales', failpoints.reversalWritten], ...steps.slice(1)]

describe.each(testDatabases())('whatever dies while undoing on $name', (database) => {
  const store = openForTests(() => openProcesses(database))

  test.each(reversalSteps)(
    'a reversal has one effect, and gives the price of a purchase back once, when %s dies at %s',
    async (...at) => {
      const medicine = await store.addMedicine({ currentStock: 50, unitPrice: 12 })
      const [key, reversalKey] = [newKey(), newKey()]
      const asked = { medicineId: medicine._id, type: 'purchase', quantity: 4, newUnitPrice: 15 } as const
      const purchase = await untilFinal(() => store.record(asked, key))
      const answer = await crashAt(store, at, () => store.reverse(purchase.body._id, reversalKey))
      const restoration = { unitPrice: { isRestored: true, now: 12, before: 12 } }
      const body = { reverses: purchase.body._id, newStockLevel: 50, restoration }
      expect(answer).toMatchObject({ status: 201, body })
      expect((await store.read(purchase.body._id)).body.reversedBy).toBe(answer.body._id)
      // Compared without the medicine's name, because its feed event may not have arrived yet.
      const { medicineId: _named, ...first } = answer.body
      expect((await store.reverse(purchase.body._id, reversalKey)).body).toMatchObject(first)
      expect(await store.priceOf(medicine)).toBe(12)
      await expectOneEffectEach(store, medicine, 50, ['completed', 'completed'])
    },
  )

  /** Records a sale during which inventory dies. It stays down, so the command is lost. */
  async function loseSale(medicine: Medicine, key: string): Promise<string> {
    await store.process('inventory').arm('kill:inventory.command.received')
    const answer = await store.record({ medicineId: medicine._id, quantity: 4 }, key)
    expect(answer).toMatchObject({ status: 202, body: { status: 'pending' } })
    expect(answer.headers.get('location')).toBe(`/api/transactions/${answer.body._id}`)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await store.process('inventory').ended
    return answer.body._id
  }

  /** Expects that the sale had no effect, and that a late command has none either. */
  async function expectCancelled(medicine: Medicine, id: string, key: string): Promise<void> {
    await expectOneEffectEach(store, medicine, 50, ['cancelled'])
    const late = await store.process('inventory').put<StockOutcome>(`/internal/movements/${id}`, {
      token: store.tokens.serviceToken('sales'),
      body: { medicineId: medicine._id, type: 'sale', quantity: 4 },
    })
    expect(late.body).toEqual({ outcome: 'cancelled' })
    const retry = await store.record({ medicineId: medicine._id, quantity: 4 }, key)
    expect(retry).toMatchObject({ status: 409, body: { code: 'sales.cancelled' } })
    expect((await store.cancel(id)).body).toMatchObject({ status: 'cancelled' })
    await expectOneEffectEach(store, medicine, 50, ['cancelled'])
  }

  test('a sale that is cancelled while inventory is down never has an effect', async () => {
    const medicine = await store.addMedicine({ currentStock: 50 })
    const key = newKey()
    const id = await loseSale(medicine, key)
    expect(await store.cancel(id)).toMatchObject({ status: 202, body: { status: 'pending' } })
    await store.restart('inventory')
    await expectCancelled(medicine, id, key)
  })

  test.each([failpoints.cancellationCommitted, failpoints.cancellationAnswered, failpoints.outcomeWritten])(
    'a cancellation has its effect when sales dies at %s',
    async (step) => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const key = newKey()
      const id = await loseSale(medicine, key)
      if (step !== failpoints.cancellationCommitted) await store.cancel(id)
      await store.process('sales').arm(`kill:${step}`)
      if (step === failpoints.cancellationCommitted) await store.cancel(id).catch(() => {})
      await store.restart('inventory')
      await store.restart('sales')
      await expectCancelled(medicine, id, key)
    },
  )

  test.each(['inventory.command.received', 'inventory.command.written', 'inventory.command.committed'])(
    'a cancellation has its effect when inventory dies at %s',
    async (step) => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const key = newKey()
      const id = await loseSale(medicine, key)
      await store.cancel(id)
      // Pauses sales, so that it sends nothing before inventory is armed.
      store.process('sales').signal('SIGSTOP')
      await store.restart('inventory')
      await store.process('inventory').arm(`kill:${step}`)
      store.process('sales').signal('SIGCONT')
      await store.restart('inventory')
      await expectCancelled(medicine, id, key)
    },
  )
})
