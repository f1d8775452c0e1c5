import { inventoryEvents, type Medicine } from '@mms/contracts'
import { appendEvents, inTransaction } from '@mms/service-kit'
import { type openService, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Inventory, NOON, newId, openInventory } from '../../test/support.ts'

const NEXT_YEAR = '2027-07-01T06:30:00.000Z'

describe.each(testDatabases())('the JSON that a replica keeps on $name', (database) => {
  let inventory: Inventory
  let other: Awaited<ReturnType<typeof openService>>
  beforeAll(async () => {
    inventory = await openInventory(database)
    other = await inventory.openReplica()
  })
  beforeEach(() => inventory.clear())
  afterAll(async () => {
    await other.close()
    await inventory.close()
  })

  /** Response body from the other replica. */
  async function textOf(path: string): Promise<string> {
    const headers = { authorization: `Bearer ${inventory.staff}` }
    const answer = await fetch(`${other.client.url}/api/medicines${path}`, { headers })
    return answer.ok ? answer.text() : String(answer.status)
  }

  /** Compares the other replica's cached pages, and the medicine itself, with the list without pages, which has no cache. */
  async function shown(id: string): Promise<string> {
    const whole = await textOf('')
    const medicines: Medicine[] = JSON.parse(whole)
    const medicine = medicines.find(({ _id }) => _id === id)
    expect(await textOf('?limit=200')).toBe(whole)
    expect(await textOf('?limit=200&search=i')).toBe(await textOf('?search=i'))
    const pages = await Promise.all([textOf('?limit=1'), textOf('?limit=2')])
    expect(pages).toEqual([medicines.slice(0, 1), medicines.slice(0, 2)].map((page) => JSON.stringify(page)))
    expect(await textOf(`/${id}`)).toBe(medicine ? JSON.stringify(medicine) : '404')
    return whole
  }

  const put = (medicine: Medicine, differing: Partial<Medicine>) =>
    inventory.save(medicine, differing, inventory.staff)
  const command = ({ _id: medicineId }: Medicine, given: object) =>
    inventory.command(newId(), { medicineId, quantity: 1, ...given })
  const rows = () => inventory.db('medicines')

  /** Updates a medicine as a release without barcodes would. */
  const asBefore = async ({ _id: id, version }: Medicine, columns: object) => {
    const changes = { ...columns, version: version + 1, updated_at: new Date() }
    await rows().where({ id, version }).update(changes)
    const data = await inventory.state(id)
    const event = { type: inventoryEvents.medicineChanged, subject: id, data: data as object }
    await inTransaction(inventory.db, (trx) => appendEvents(trx, [event]))
  }

  test.each<[string, (medicine: Medicine) => Promise<unknown>]>([
    ['a sale', (medicine) => command(medicine, {})],
    ['several sales at once', (medicine) => Promise.all([1, 2, 3].map(() => command(medicine, {})))],
    [
      'a delivery with a new price',
      (medicine) => command(medicine, { type: 'purchase', changes: { unitPrice: 3.5 } }),
    ],
    ['a new name', (medicine) => put(medicine, { name: 'Zinc, इ' })],
    ['a form saved unchanged', (medicine) => put(medicine, {})],
    ['a deletion', ({ _id }) => inventory.remove({ _id })],
    ['a medicine more', () => inventory.create({ name: 'Abacavir' })],
    [
      'an edit by the release before',
      (medicine) => asBefore(medicine, { name: 'Wie früher', sort_name: 'wie früher' }),
    ],
    ['stock moved by the release before', (medicine) => asBefore(medicine, { current_stock: 7 })],
  ])('gives way to %s by another', async (_, change) => {
    const medicine = await inventory.create({ name: 'Ibuprofen' })
    await inventory.create({ name: 'Insulin' })
    await shown(medicine._id)
    const before = await shown(medicine._id)
    await change(medicine)
    expect(await shown(medicine._id)).not.toBe(before)
    await shown(medicine._id)
  })

  test('does not outlive the day that a list is about', async () => {
    await inventory.create({ expiryDate: '2027-06-30' })
    for (const count of [0, 1])
      expect(JSON.parse(await textOf('?limit=9&filter=expired')), `${count}`).toEqual([])
    other.setNow(NEXT_YEAR)
    expect(JSON.parse(await textOf('?limit=9&filter=expired'))).toHaveLength(1)
    other.setNow(NOON)
  })
})
