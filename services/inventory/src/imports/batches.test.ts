import type { ImportedRow, ImportRow } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { batchesOf, batchTools } from '../../test/batches.ts'
import { newId, openInventory } from '../../test/support.ts'

describe.each(testDatabases())('batches in an import on $name', (database) => {
  const inventory = openForTests(() => openInventory(database))

  const { send, buy, find, act, good } = batchTools(() => inventory)
  async function load(fields: ImportRow['fields']): Promise<ImportedRow | undefined> {
    const { body } = await inventory.client.put<{ rows: ImportedRow[] }>(
      `/api/medicines/imports/${newId()}`,
      {
        token: inventory.admin,
        body: { fileName: 'stock.csv', dryRun: false, setStock: true, rows: [{ row: 2, fields }] },
      },
    )
    return body.rows[0]
  }
  const shelfOf = async (id: string) =>
    (await batchesOf(inventory, id)).map(({ number, status, stock }) => [number, status, stock])
  /** Adds a medicine with one batch. */
  async function one(name: string, expiryDate = '2027-06-30', number = 'H') {
    const { _id } = await inventory.create({ name, currentStock: 0, expiryDate: null })
    await buy(_id, 5, { number, expiryDate, acceptExpired: true })
    return _id
  }

  test('what is on hold stays so, whatever stock a file says', async () => {
    const id = await one('Held')
    await act('recall', { batchIds: [(await find(id, 'H'))._id], reason: 'notice 3' })
    for (const currentStock of [9, 2])
      expect(await load({ name: 'Held', currentStock })).toEqual({
        ...{ row: 2, kind: 'refused', errors: { currentStock: 'applies to a batch on hold' } },
      })
    expect(await shelfOf(id)).toEqual([['H', 'recalled', 5]])
    expect(await send(id, { quantity: 1 })).toMatchObject({ outcome: 'rejected' })
    await good(id)
  })

  test('what has expired is not sold for its new stock', async () => {
    const id = await one('Late', '2026-11-19', 'L')
    expect(await load({ name: 'Late', currentStock: 9 })).toMatchObject({ kind: 'changed' })
    expect(await send(id, { quantity: 1 })).toMatchObject({ outcome: 'rejected' })
    await good(id)
  })

  test('a price above the MRP of a batch that is sold at it is refused in its row', async () => {
    const { _id: id } = await inventory.create({ name: 'Priced', currentStock: 0, unitPrice: 10 })
    await buy(id, 5, { number: 'P', expiryDate: '2027-06-30', mrp: 12 })
    expect(await load({ name: 'Priced', unitPrice: 12.5 })).toEqual({
      ...{ row: 2, kind: 'refused', errors: { unitPrice: 'is above the MRP of batch P' } },
    })
    expect(await load({ name: 'Priced', unitPrice: 12 })).toMatchObject({ kind: 'changed' })
  })
})
