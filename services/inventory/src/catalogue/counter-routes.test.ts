import { gzipSync } from 'node:zlib'
import { type Catalogue, type CounterMedicine, columnsOf, medicinesOf } from '@mms/contracts'
import { beforeEach, expect, test } from 'vitest'
import { batchTools } from '../../test/batches.ts'
import { describeInventory, NOON, newId } from '../../test/support.ts'

/** The gateway's compression level. */
const LEVEL = 4

const makers = ['Cipla', 'Sun Pharma', 'Dr. Reddy’s', 'Lupin', 'Torrent', 'Zydus', 'Alkem', 'Mankind']
const parts =
  'para ceta mol ibu pro fen met for min amlo di pine ator va sta tin azi thro mycin cef ixime'.split(' ')
/** Names that differ as much as those in a real store. */
function nameOf(index: number): string {
  const part = (at: number) => parts[(index * (at * 2 + 7) + (index >> at)) % parts.length]
  return `${part(1)}${part(2)}${part(3)}${index % 7} ${(index % 40) * 25} mg`
}

describeInventory('the catalogue of a counter on $name', (inventory) => {
  beforeEach(async () => {
    inventory.setNow(NOON)
    await inventory.clear()
  })

  const ask = (since = '', headers: Record<string, string> = {}) =>
    inventory.client.get<Catalogue>(
      `/api/medicines/catalogue${since && `?since=${encodeURIComponent(since)}`}`,
      { token: inventory.staff, headers },
    )
  const { act, buy, find } = batchTools(() => inventory)
  const read = async (since?: string) => (await ask(since)).body
  const medicinesIn = ({ columns }: Catalogue) => medicinesOf(columns as never)

  test('holds what a counter needs of everything that is not deleted', async () => {
    const own = { unitPrice: 2.5, mrp: 3, barcode: '8901234567890' }
    const { _id } = await inventory.create({ name: 'Dolo 650', currentStock: 7, ...own })
    const gone = await inventory.create()
    await inventory.remove(gone)
    const whole = await read()
    const version = expect.stringMatching(/^2026-11-20\/.+\.\d+$/)
    const nothing = { deleted: [], medicines: [] }
    expect(whole).toEqual({ version, isWhole: true, ...nothing, columns: expect.anything() })
    const named = { _id, name: 'Dolo 650', manufacturer: 'Cipla', category: 'Antibiotics' }
    expect(medicinesIn(whole)).toEqual([
      {
        ...named,
        ...own,
        ...{ currentStock: 7, expiryDate: '2027-06-30', sold: 0, usualSale: null, usualPurchase: null },
        ...{ composition: null, compositionKey: null, hsn: '3004', taxClass: 'medicine', schedule: 'none' },
        ...{ packSize: 1, packWord: 'pack', unitWord: 'unit', packPrice: 2.5, packMrp: 3 },
        batches: [{ number: null, expiryDate: '2027-06-30', stock: 7, unitPrice: null, mrp: null }],
      },
    ])
  })

  test('names batches that can be sold, with prices of their own, and what a sale leaves of them', async () => {
    const { _id } = await inventory.create({
      ...{ currentStock: 0, expiryDate: null, unitPrice: 0, packSize: 15, packPrice: 35, packMrp: 40 },
      ...{ hsn: '30049099', taxClass: 'nil', schedule: 'H1' },
    })
    const [first, later] = ['2027-06-30', '2027-12-31']
    await buy(_id, 5, { number: 'B', expiryDate: later, unitPrice: 2, mrp: 2.5 })
    await buy(_id, 5, { number: 'A', expiryDate: first })
    await buy(_id, 5, { number: 'HELD', expiryDate: first })
    await buy(_id, 5, { expiryDate: null })
    await act('quarantine', { batchIds: [(await find(_id, 'HELD'))._id], reason: 'x' })
    const own = { unitPrice: null, mrp: null }
    const [a, b, c] = [
      { ...own, number: 'A', expiryDate: first, stock: 5 },
      { ...own, number: 'B', expiryDate: later, stock: 5, unitPrice: 2, mrp: 2.5 },
      { ...own, number: null, expiryDate: null, stock: 5 },
    ]
    const whole = await read()
    expect(medicinesIn(whole)).toMatchObject([
      { packMrp: 40, hsn: '30049099', taxClass: 'nil', schedule: 'H1', batches: [a, b, c] },
    ])
    await inventory.command(newId(), { medicineId: _id, quantity: 7 })
    const { version, medicines } = await read(whole.version)
    expect(medicines[0]?.batches).toEqual([{ ...b, stock: 3 }, c])
    await act('release', { batchIds: [(await find(_id, 'HELD'))._id], reason: 'x' })
    const released = await read(version)
    expect(released.medicines[0]?.batches.map(({ number }) => number)).toEqual(['HELD', 'B', null])
    expect(medicinesIn(await read())).toEqual(released.medicines)
  })

  test('then tells what changed since, also what was deleted, and 304 when nothing did', async () => {
    await inventory.create({ name: 'Kept' })
    const sold = await inventory.create({ name: 'Sold', currentStock: 9 })
    const deleted = await inventory.create({ name: 'Deleted' })
    const { version } = await read()
    const again = await ask(version, { 'if-none-match': `W/"${version}"` })
    expect(again.status).toBe(304)

    await inventory.command(newId(), { medicineId: sold._id, quantity: 4 })
    await inventory.remove(deleted)
    const added = await inventory.create({ name: 'Added' })
    const changes = await read(version)
    expect(changes).toMatchObject({ isWhole: false, deleted: [deleted._id] })
    const stocks = changes.medicines.map(({ name, currentStock }) => `${name} ${currentStock}`)
    expect(stocks).toEqual(['Sold 5', 'Added 50'])
    expect(changes.medicines.map(({ _id }) => _id)).toEqual([sold._id, added._id])
    expect(await read(changes.version)).toMatchObject({ medicines: [], deleted: [], isWhole: false })
  })

  test.each(['nonsense', '2026-11-20/nonsense', '2026-11-20/0000-other.5', '2026-11-20/'])(
    'begins with the whole for the version %s',
    async (since) => {
      await inventory.create()
      expect(await read(since)).toMatchObject({ isWhole: true, columns: { name: [expect.any(String)] } })
    },
  )

  test('loses no sale that goes on while it is asked again and again', async () => {
    const { _id } = await inventory.create({ currentStock: 100 })
    let { version } = await read()
    const sales = Promise.all(
      Array.from({ length: 30 }, () => inventory.command(newId(), { medicineId: _id, quantity: 1 })),
    )
    let stock = 100
    const follow = async () => {
      const changes = await read(version)
      version = changes.version
      stock = changes.medicines.find((medicine) => medicine._id === _id)?.currentStock ?? stock
    }
    for (let turn = 0; turn < 10; turn += 1) await follow()
    await sales
    await follow()
    expect(stock).toBe(70)
  })

  test('of 1,000 medicines weighs at most 60 KiB compressed', async () => {
    await inventory.create()
    const whole = await read()
    const [one] = medicinesIn(whole)
    const medicines = Array.from({ length: 1_000 }, (_, index): CounterMedicine => {
      const mixed = (index * 2_654_435_761) % 99_999_999_999
      const [unitPrice, stock] = [((index * 7919) % 90_000) / 100, (index * 104_729) % 900]
      const expiryDate = `202${7 + (index % 3)}-0${1 + (index % 9)}-${10 + (index % 18)}`
      const number = `B${mixed.toString(36).slice(0, 6)}`
      return {
        ...(one as CounterMedicine),
        ...{ _id: newId(), name: nameOf(index), manufacturer: makers[index % 8] ?? '', expiryDate },
        ...{ barcode: String(8_900_000_000_000 + mixed), unitPrice, packPrice: unitPrice },
        ...{ currentStock: stock, sold: (index * 31) % 400 },
        batches: [{ number, expiryDate, stock, unitPrice: null, mrp: null }],
      }
    })
    const json = JSON.stringify({ ...whole, columns: columnsOf(medicines) })
    expect(gzipSync(json, { level: LEVEL }).length).toBeLessThanOrEqual(60 * 1024)
  })
})
