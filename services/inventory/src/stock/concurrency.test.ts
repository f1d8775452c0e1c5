import type { MedicineState, Movement, StockCommand, StockOutcome } from '@mms/contracts'
import { expect, test } from 'vitest'
import { buildMedicine, describeInventory, newId } from '../../test/support.ts'

/** Expects a ledger whose versions have no gaps, which adds up and is never below zero. */
function assertLedger(movements: Movement[], medicine: MedicineState | undefined): void {
  let balance = 0
  for (const [index, movement] of movements.entries()) {
    balance += movement.change
    expect(movement).toMatchObject({ version: index + 1, balanceAfter: balance })
    expect(balance).toBeGreaterThanOrEqual(0)
  }
  expect(medicine).toMatchObject({ currentStock: balance, stockVersion: movements.length })
}

describeInventory('many at once on $name', (inventory) => {
  const check = async (id: string) => assertLedger(await inventory.movements(id), await inventory.state(id))

  test('sales of scarce stock never sell what is not there', async () => {
    const { _id: medicineId } = await inventory.create({ currentStock: 25 })
    const sell = () => inventory.command(newId(), { medicineId, quantity: 1 })
    const answers = await Promise.all(Array.from({ length: 60 }, sell))
    const outcomes = answers.map(({ body }) => body.outcome)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(25)
    expect(await inventory.state(medicineId)).toMatchObject({ currentStock: 0 })
    await check(medicineId)
  })

  test('duplicates of one command have one effect and hear one answer', async () => {
    const { _id: medicineId } = await inventory.create({ currentStock: 3 })
    for (const quantity of [2, 2]) {
      const id = newId()
      const duplicates = Array.from({ length: 10 }, () => inventory.command(id, { medicineId, quantity }))
      const answers = await Promise.all(duplicates)
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    }
    expect(await inventory.state(medicineId)).toMatchObject({ currentStock: 1 })
    await check(medicineId)
  })

  test('duplicates with two bodies have one effect', async () => {
    const [first, second] = [await inventory.create(), await inventory.create()]
    const id = newId()
    const answers = await Promise.all(
      [first, second, first, second].map(({ _id }) => inventory.command(id, { medicineId: _id })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422])
    const states = [await inventory.state(first._id), await inventory.state(second._id)]
    expect(states.map((state) => state?.currentStock).toSorted()).toEqual([49, 50])
  })

  test('commands of all types, duplicates and forms leave ledgers that add up', async () => {
    const medicines = await Promise.all([1, 2, 3].map(() => inventory.create({ currentStock: 10 })))
    const types = ['sale', 'sale', 'sale', 'purchase', 'return', 'expired', 'adjustment'] as const
    const work = Array.from({ length: 150 }, async (_, index) => {
      const medicineId = medicines[index % 3]?._id ?? ''
      if (index % 10 === 0) {
        const body = buildMedicine({ currentStock: index % 30 })
        return inventory.client.put(`/api/medicines/${medicineId}`, { token: inventory.staff, body })
      }
      const type = types[index % 7] ?? 'sale'
      const direction = index % 2 === 0 ? 'increase' : 'decrease'
      const command: Partial<StockCommand> = { medicineId, type, direction, quantity: 1 + (index % 5) }
      const id = newId()
      const [answer] = await Promise.all([
        inventory.command(id, command),
        ...(index % 4 === 0 ? [inventory.command(id, command)] : []),
      ])
      return answer
    })
    const answers = await Promise.all(work)
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    for (const { _id } of medicines) await check(_id)
  })

  type Sent = [id: string, command: Partial<StockCommand>]
  const sendAll = async (sent: Sent[]): Promise<StockOutcome[]> => {
    const answers = await Promise.all(sent.map(([id, command]) => inventory.command(id, command)))
    return answers.map(({ status, body }) => (status === 200 ? body : { outcome: status as never }))
  }

  test('do not depend on one another: known, unknown, refused and good ones get their own answer', async () => {
    const five = { currentStock: 5 }
    const [one, two] = [await inventory.create(five), await inventory.create(five)]
    const known: Sent = [newId(), { medicineId: one._id, quantity: 2 }]
    const [first] = await sendAll([known])
    const tombstone = newId()
    const token = inventory.tokens.serviceToken('sales')
    await inventory.client.post(`/internal/movements/${tombstone}/cancellation`, { token })
    const twin: Sent = [newId(), { medicineId: two._id, quantity: 4 }]
    const outcomes = await sendAll([
      known,
      [known[0], { medicineId: one._id, quantity: 3 }],
      [tombstone, { medicineId: one._id }],
      [newId(), { medicineId: newId() }],
      [newId(), { medicineId: one._id, quantity: 99 }],
      twin,
      twin,
      [newId(), { medicineId: one._id, quantity: 3 }],
    ])
    expect(outcomes).toMatchObject([
      first,
      { outcome: 422 },
      { outcome: 'cancelled' },
      { code: 'inventory.medicine_not_found' },
      { code: 'inventory.insufficient_stock' },
      { outcome: 'applied', balanceAfter: 1 },
      { outcome: 'applied', balanceAfter: 1 },
      { outcome: 'applied', balanceAfter: 0 },
    ])
    expect((await inventory.movements(one._id)).map(({ change }) => change)).toEqual([5, -2, -3])
    expect((await inventory.movements(two._id)).map(({ change }) => change)).toEqual([5, -4])
  })
})
