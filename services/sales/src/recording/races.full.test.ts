import { callerOf, openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { expectOneEffectEach } from '../../test/crash.ts'
import { openProcesses, untilFinal } from '../../test/processes.ts'
import { newKey, salesCalls } from '../../test/support.ts'
import { failpoints } from '../failpoints.ts'

describe.each(testDatabases())('whoever is late on $name', (database) => {
  const store = openForTests(() => openProcesses(database))

  test.each(['inventory.command.received', 'inventory.command.written', 'inventory.command.committed'])(
    'a sale has one effect when inventory stands still at %s past the deadline',
    async (step) => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const key = newKey()
      const send = () => store.record({ medicineId: medicine._id, quantity: 4 }, key)
      const inventory = store.process('inventory')
      await inventory.arm(`stop:${step}`)
      const first = await send()
      expect(first).toMatchObject({ status: 202, body: { status: 'pending' } })
      expect(await send()).toMatchObject({ status: 202, body: { _id: first.body._id } })
      await inventory.stopped()
      inventory.signal('SIGCONT')
      const last = await untilFinal(send)
      expect(last).toMatchObject({ status: 201, body: { _id: first.body._id, newStockLevel: 46 } })
      expect(last.headers.get('idempotent-replayed')).toBe('true')
      await expectOneEffectEach(store, medicine, 46, ['completed'])
    },
  )

  test('a sale that is cancelled too late is recorded, and the canceller is told', async () => {
    const medicine = await store.addMedicine({ currentStock: 50 })
    const inventory = store.process('inventory')
    await inventory.arm('stop:inventory.command.committed')
    const { body } = await store.record({ medicineId: medicine._id, quantity: 4 }, newKey())
    expect((await store.cancel(body._id)).status).toBe(202)
    await inventory.stopped()
    inventory.signal('SIGCONT')
    await expectOneEffectEach(store, medicine, 46, ['completed'])
    expect(await store.cancel(body._id)).toMatchObject({ status: 409, body: { code: 'sales.not_pending' } })
  })

  test.each([failpoints.pendingCommitted, failpoints.commandAnswered])(
    'another replica finishes what one that stands still at %s has begun',
    async (step) => {
      const medicine = await store.addMedicine({ currentStock: 50 })
      const key = newKey()
      const sales = store.process('sales')
      await sales.arm(`stop:${step}`)
      const first = store.record({ medicineId: medicine._id, quantity: 4 }, key)
      await sales.stopped()
      // Started only now. Earlier, it could finish the sale, and the first process would never reach this step.
      const replica = await store.addReplica()
      const other = salesCalls(callerOf(replica.url), store.token)
      const answer = await untilFinal(() => other.record({ medicineId: medicine._id, quantity: 4 }, key))
      expect(answer).toMatchObject({ status: 201, body: { newStockLevel: 46 } })
      sales.signal('SIGCONT')
      // The first process answers 202 if inventory took longer than its time limit.
      const { status, body } = await first
      expect([201, 202]).toContain(status)
      expect(body._id).toBe(answer.body._id)
      const again = await untilFinal(() => store.record({ medicineId: medicine._id, quantity: 4 }, key))
      expect(again).toMatchObject({ status: 201, body: { _id: answer.body._id, newStockLevel: 46 } })
      await expectOneEffectEach(store, medicine, 46, ['completed'])
      await replica.kill()
    },
  )

  test('a return that waited while its sale was recorded keeps that sale from being undone', async () => {
    const medicine = await store.addMedicine({ currentStock: 50 })
    const sold = { medicineId: medicine._id, quantity: 4 }
    const sales = store.process('sales')
    const replica = await store.addReplica()
    const other = salesCalls(callerOf(replica.url), store.token)
    await sales.arm(`stop:${failpoints.pendingWriting}`)
    const key = newKey()
    const returning = store.record({ ...sold, type: 'return' }, key)
    await sales.stopped()
    const sale = await untilFinal(() => other.record(sold, newKey()))
    sales.signal('SIGCONT')
    await returning
    await untilFinal(() => other.record({ ...sold, type: 'return' }, key))
    expect(await other.reverse(sale.body._id)).toMatchObject({
      status: 409,
      body: { code: 'sales.returned' },
    })
    await replica.kill()
  })

  test('two replicas that sweep the same sales give each one effect', async () => {
    await store.addReplica()
    const medicine = await store.addMedicine({ currentStock: 5 })
    await store.process('inventory').kill()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => store.record({ medicineId: medicine._id }, newKey())),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(202))
    await store.restart('inventory')
    const ends = await Promise.all(
      answers.map(({ body }) =>
        untilFinal(async () => {
          const answer = await store.read(body._id)
          return answer.body.status === 'pending' ? { ...answer, status: 202 } : answer
        }),
      ),
    )
    const statuses = ends.map(({ body }) => body.status).toSorted()
    expect(statuses.filter((status) => status === 'completed')).toHaveLength(5)
    expect(statuses.filter((status) => status === 'rejected')).toHaveLength(7)
    await expectOneEffectEach(store, medicine, 0, statuses)
  })
})
