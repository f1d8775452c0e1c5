import type { CatalogueImport, ImportedRow, ImportRow, Medicine, UndoneRows } from '@mms/contracts'
import { statementsOf } from '@mms/service-kit/test-support'
import { beforeEach, expect, test } from 'vitest'
import { describeInventory, NOON, newId } from '../../test/support.ts'

interface Sent {
  dryRun?: boolean
  setStock?: boolean
}

describeInventory('an import on $name', (inventory) => {
  beforeEach(async () => {
    inventory.setNow(NOON)
    await inventory.clear()
  })

  const PATH = '/api/medicines/imports'
  const rowsOf = (...fields: ImportRow['fields'][]) =>
    fields.map((given, at) => ({ row: at + 2, fields: given }))
  const send = (id: string, rows: ImportRow[], { dryRun = false, setStock = false }: Sent = {}) =>
    inventory.client.put<{ rows: ImportedRow[] }>(`${PATH}/${id}`, {
      token: inventory.admin,
      body: { fileName: 'stock.csv', dryRun, setStock, rows },
    })
  const kinds = async (id: string, rows: ImportRow[], sent: Sent = {}) =>
    (await send(id, rows, sent)).body.rows.map(({ kind }) => kind)
  const undo = (id: string) =>
    inventory.client.post<UndoneRows>(`${PATH}/${id}/undo`, { token: inventory.admin })
  const all = () => inventory.read<Medicine[]>('/api/medicines/export', inventory.admin)
  const imports = () => inventory.read<CatalogueImport[]>(PATH, inventory.admin)

  /** All medicines, without fields that differ between equal stores. */
  const shelf = async () =>
    (await all()).map(({ name, manufacturer, barcode, currentStock, unitPrice, costPrice, expiryDate }) => ({
      ...{ name, manufacturer, barcode, currentStock, unitPrice, costPrice, expiryDate },
    }))

  async function expectBalanced(): Promise<void> {
    for (const { _id, currentStock } of await all()) {
      const sum = (await inventory.movements(_id)).reduce((total, { change }) => total + change, 0)
      expect(sum).toBe(currentStock)
    }
  }

  const zinc = { name: 'Zinc', category: 'Vitamins', manufacturer: 'Cipla', currentStock: 20, unitPrice: 4.5 }

  const dolo = { name: 'Dolo', manufacturer: 'Micro', unitPrice: 20, currentStock: 5 }

  test('exports only for an administrator who has typed the password lately', async () => {
    const authTime = Math.floor(Date.now() / 1_000) - 660
    const token = inventory.tokens.token({ role: 'admin', authTime })
    const answer = await inventory.get<{ code: string }>('/api/medicines/export', token)
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.reauthenticate' } })
  })

  test('adds with an opening movement, changes what differs, and leaves the rest', async () => {
    const stored = await inventory.create(dolo)
    const rows = rowsOf(
      zinc,
      { name: 'DOLO', manufacturer: 'micro', unitPrice: 25, costPrice: 18, expiryDate: '2027-01-31' },
      { name: 'DOLO 2', category: 'None' },
    )
    const plan = (await send(newId(), rows, { dryRun: true })).body.rows
    const errors = { category: expect.stringMatching(/^must be one of Antibiotics, /) }
    expect(plan).toEqual([
      { row: 2, kind: 'added' },
      { row: 3, kind: 'changed' },
      { row: 4, kind: 'refused', errors },
    ])
    expect(await all()).toHaveLength(1)
    expect(await imports()).toEqual([])

    const id = newId()
    expect((await send(id, rows)).body.rows).toEqual(plan)
    const changed = { name: 'DOLO', unitPrice: 25, costPrice: 18, expiryDate: '2027-06-30', currentStock: 5 }
    expect(await shelf()).toMatchObject([changed, { name: 'Zinc', currentStock: 20, unitPrice: 4.5 }])
    const [, added] = await all()
    expect(await inventory.movements(added?._id ?? '')).toMatchObject([{ type: 'opening', change: 20 }])
    expect(await inventory.movements(stored._id)).toHaveLength(1)
    expect(await imports()).toMatchObject([
      { _id: id, fileName: 'stock.csv', added: 1, changed: 1, undone: 0, kept: 0, undoneAt: null },
    ])
    expect(await kinds(newId(), rows)).toEqual(['unchanged', 'unchanged', 'refused'])
    await expectBalanced()
  })

  test('sets the stock of what is there only when asked to, as an adjustment', async () => {
    const dated = { currentStock: 50, expiryDate: '2027-02-28' }
    const { _id } = await inventory.create({ name: 'Zinc', manufacturer: 'Cipla', ...dated })
    const rows = rowsOf({ name: 'Zinc', currentStock: 44, expiryDate: '2028-12-31' })
    expect(await kinds(newId(), rows)).toEqual(['unchanged'])
    const answer = await send(newId(), rows, { setStock: true })
    expect(answer.body.rows).toEqual([{ row: 2, kind: 'changed', stockChange: -6 }])
    expect(await shelf()).toMatchObject([{ expiryDate: '2028-12-31' }])
    const adjustment = { type: 'adjustment', change: -6, balanceAfter: 44 }
    expect((await inventory.movements(_id)).at(-1)).toMatchObject(adjustment)
    await expectBalanced()
  })

  test('refuses a price above the MRP of a batch that is sold at it in its row', async () => {
    const { _id: medicineId } = await inventory.create({ name: 'Priced', currentStock: 0, unitPrice: 10 })
    const batch = { number: 'P', expiryDate: '2027-06-30', mrp: 12 }
    await inventory.command(newId(), { medicineId, type: 'purchase', quantity: 5, batch })
    const { rows } = (await send(newId(), rowsOf({ name: 'Priced', unitPrice: 12.5 }))).body
    expect(rows).toEqual([{ row: 2, kind: 'refused', errors: { unitPrice: 'is above the MRP of batch P' } }])
    expect(await kinds(newId(), rowsOf({ name: 'Priced', unitPrice: 12 }))).toEqual(['changed'])
  })

  test('finds by barcode, else by name and manufacturer that have no other barcode', async () => {
    await inventory.create({ name: 'Dolo', manufacturer: 'Micro', barcode: '4006381333931' })
    await inventory.create({ name: 'Pan', manufacturer: 'Alkem' })
    await inventory.create({ name: 'Pan', manufacturer: 'Cipla' })
    const category = 'Analgesics'
    const rows = rowsOf(
      { name: 'Dolo 650', barcode: '4006381333931' },
      { name: 'Dolo', manufacturer: 'Micro', barcode: '8901030865237', category },
      { name: 'Pan' },
      { name: 'Pan', manufacturer: 'ALKEM', minStockLevel: 3 },
      { name: 'Pan', manufacturer: 'Alkem', minStockLevel: 4 },
      { name: 'Pan', manufacturer: 'Sun', barcode: '123', category },
    )
    const found = await kinds(newId(), rows)
    expect(found).toEqual(['changed', 'added', 'refused', 'changed', 'refused', 'refused'])
    const names = (await all()).map(({ name, barcode }) => `${name}: ${barcode}`)
    expect(names).toEqual(['Dolo: 8901030865237', 'Dolo 650: 4006381333931', 'Pan: null', 'Pan: null'])
  })

  test('is carried out once for each row, in whatever requests it comes again', async () => {
    const id = newId()
    const rows = rowsOf(zinc, { ...zinc, name: 'Iron' })
    await send(id, rows.slice(0, 1))
    expect(await kinds(id, rows)).toEqual(['added', 'added'])
    expect(await kinds(id, rows)).toEqual(['added', 'added'])
    const [twice] = (await send(id, [{ row: 9, fields: zinc }])).body.rows
    expect(twice).toEqual({ row: 9, kind: 'refused', errors: { name: 'is already in row 2' } })
    expect(await all()).toHaveLength(2)
    expect(await imports()).toMatchObject([{ added: 2 }])
  })

  test('of two administrators at once adds each medicine once, and loses no stock', async () => {
    const rows = rowsOf(...Array.from({ length: 40 }, (_, at) => ({ ...zinc, name: `Zinc ${at}` })))
    const answers = await Promise.all([newId(), newId(), newId()].map((id) => kinds(id, rows)))
    expect(answers.flat().filter((kind) => kind === 'added')).toHaveLength(40)
    expect(answers.flat().filter((kind) => kind === 'unchanged')).toHaveLength(80)
    expect(await all()).toHaveLength(40)
    await expectBalanced()
  })

  test('is taken back: what was added goes, what was changed is as before, with its stock', async () => {
    await inventory.create({ ...dolo, expiryDate: null })
    const before = await shelf()
    const id = newId()
    const other = { barcode: '4006381333931', expiryDate: '2027-01-31' }
    const changed = { name: 'dolo', unitPrice: 25, currentStock: 9, ...other }
    await send(id, rowsOf(zinc, changed), { setStock: true })
    expect((await undo(id)).body).toEqual({ left: 0, undone: 2, kept: [] })
    expect(await shelf()).toEqual(before)
    expect(await imports()).toMatchObject([{ undone: 2, kept: 0, undoneAt: new Date(NOON).toISOString() }])
    expect((await undo(id)).body).toEqual({ left: 0, undone: 0, kept: [] })
    expect((await send(id, rowsOf(zinc))).status).toBe(409)
    await expectBalanced()
  })

  test('is taken back into the batches that it took from, whose lines are read together', async () => {
    const names = ['Dolo', 'Pan', 'Zinc']
    const [medicineId = ''] = await Promise.all(
      names.map(async (name) => (await inventory.create({ name, expiryDate: '2026-10-31' }))._id),
    )
    const batch = { expiryDate: '2027-12-31' }
    await inventory.command(newId(), { medicineId, type: 'purchase', quantity: 10, batch })
    const stocks = async () =>
      (await inventory.state(medicineId))?.batches.map(({ expiryDate, stock }) => [expiryDate, stock])
    const before = await stocks()
    const id = newId()
    await send(id, rowsOf(...names.map((name) => ({ name, currentStock: 55 }))), { setStock: true })
    expect(await stocks()).not.toEqual(before)
    const sent = await statementsOf(inventory.db, () => undo(id))
    expect(sent.filter((sql) => /^select .* from .movements/.test(sql))).toHaveLength(1)
    expect(await stocks()).toEqual(before)
  })

  test('is taken back but for what has changed since, which is named', async () => {
    const id = newId()
    await send(id, rowsOf(zinc, { ...zinc, name: 'Iron' }, { ...zinc, name: 'Gone' }))
    const [gone, , sold] = await all()
    await inventory.command(newId(), { medicineId: sold?._id ?? '', quantity: 1 })
    await inventory.client.delete(`/api/medicines/${gone?._id}`, { token: inventory.admin })
    expect((await undo(id)).body).toEqual({ left: 0, undone: 1, kept: ['Gone', 'Zinc'] })
    expect(await shelf()).toMatchObject([{ name: 'Zinc', currentStock: 19 }])
  })

  test.each([
    [{ name: '' }, { name: 'is required' }],
    [{ name: 'A', unitPrice: 'much' }, { unitPrice: 'must be a number' }],
    [{ name: 'A', colour: 'red' }, { colour: 'is not a known field' }],
    [{ name: 'A' }, { category: 'is required' }],
  ] satisfies [ImportRow['fields'], object][])('refuses the row %j', async (fields, errors) => {
    const answer = await send(newId(), rowsOf(fields, zinc))
    expect(answer.body.rows).toEqual([
      { row: 2, kind: 'refused', errors },
      { row: 3, kind: 'added' },
    ])
  })

  test('refuses what is no import, and knows only its own', async () => {
    expect((await send(newId(), [])).status).toBe(400)
    const [row] = rowsOf(zinc) as [ImportRow]
    expect((await send(newId(), [row, row])).status).toBe(400)
    expect((await undo(newId())).status).toBe(404)
    const much = Array.from({ length: 501 }, (_, at) => ({ row: at + 2, fields: zinc }))
    expect((await send(newId(), much)).status).toBe(400)
  })
})
