import type {
  CreateMedicine,
  ImportedRow,
  Medicine,
  MedicineHistoryLine,
  UpdateMedicine,
} from '@mms/contracts'
import { describe, expect, test } from 'vitest'
import { answered, describeInventory, newId } from '../../test/support.ts'

describeInventory('packs on $name', (inventory) => {
  const strip = {
    currentStock: 0,
    packSize: 15,
    packWord: 'strip',
    unitWord: 'tablet',
    packPrice: 35,
    packMrp: 40,
    packCost: 28.05,
  } as const
  const units = { unitPrice: 2.33, mrp: 2.66, costPrice: 1.87 }

  const add = (differing: Partial<CreateMedicine> = {}) => inventory.create({ ...strip, ...differing })
  const read = (id: string, token = inventory.admin) =>
    inventory.read<Medicine>(`/api/medicines/${id}`, token)
  /** Form input of release 0.3, which has no pack fields. */
  const oldForm = ({ name, category, manufacturer, currentStock, minStockLevel, unitPrice }: Medicine) => ({
    ...{ name, category, manufacturer, currentStock, minStockLevel, unitPrice },
  })
  const save = (medicine: Medicine, differing: Partial<UpdateMedicine>, token = inventory.admin) =>
    inventory.client.put<Medicine & { code: string; detail: string; errors: object }>(
      `/api/medicines/${medicine._id}`,
      { token, body: { ...oldForm(medicine), ...differing } },
    )
  const purchase = async (medicineId: string, unitPrice: number, reverses?: string) => {
    const id = newId()
    const { body } = await inventory.command(id, {
      ...{ medicineId, type: 'purchase', quantity: 5 },
      ...(reverses ? { reverses } : { changes: { unitPrice }, costPrice: 2 }),
    })
    expect(body).toMatchObject({ outcome: 'applied' })
    return id
  }
  const expectEverywhere = async (id: string, expected: Partial<Medicine>) => {
    expect(await read(id)).toMatchObject(expected)
    expect(await inventory.state(id)).toMatchObject(expected)
    const last = await inventory.db('outbox').where({ subject: id }).orderBy('id', 'desc').first()
    expect(JSON.parse(last.data)).toMatchObject(expected)
  }

  test('keep the exact price of a strip, and the unit’s is its share', async () => {
    const { _id } = await add({ hsn: '300490', taxClass: 'nil', schedule: 'H1' })
    const kept = { ...strip, ...units, hsn: '300490', taxClass: 'nil', schedule: 'H1' }
    await expectEverywhere(_id, kept)
    expect(await inventory.db('medicines').where({ id: _id }).first()).toMatchObject({
      ...{ unit_price_paise: 233, mrp_paise: 266, cost_price_paise: 187 },
      ...{ pack_price_paise: 3500, pack_mrp_paise: 4000, pack_cost_paise: 2805 },
    })
    await expectEverywhere((await inventory.create({ unitPrice: 19.99 }))._id, {
      ...{ packSize: 1, packWord: 'pack', unitWord: 'unit', packPrice: 19.99, packMrp: null },
      ...{ hsn: '3004', taxClass: 'medicine', schedule: 'none' },
    })
    for (const wrong of [{ packSize: 0 }, { packSize: 1001 }, { hsn: '30049' }, { schedule: 'H2' }])
      expect(await save(await read(_id), wrong as object)).toMatchObject({ status: 400 })
  })

  test.each([
    [{}, { ...strip, ...units }],
    [
      { unitPrice: 2.5, mrp: 3, costPrice: 2 },
      { packPrice: 37.5, packMrp: 45, packCost: 30 },
    ],
    [
      { packPrice: 36, packMrp: 42.01 },
      { unitPrice: 2.4, mrp: 2.8, packPrice: 36, packMrp: 42.01, packCost: 28.05 },
    ],
    [
      { packPrice: 36, unitPrice: 9 },
      { packPrice: 36, unitPrice: 2.4 },
    ],
    [
      { packPrice: 35, unitPrice: 2.5 },
      { packPrice: 37.5, unitPrice: 2.5 },
    ],
    [{ packPrice: 35.04 }, { packPrice: 35.04, unitPrice: 2.33 }],
    [
      { packMrp: 0.05, packCost: 0.05 },
      { packMrp: 0.05, mrp: 0.01, packCost: 0.05, costPrice: 0.01 },
    ],
    [
      { packMrp: null, packCost: null },
      { packMrp: null, mrp: null, packCost: null, packPrice: 35 },
    ],
    [{ mrp: null }, { packMrp: null, mrp: null }],
    [
      { packSize: 10 },
      { packPrice: 35, unitPrice: 3.5, packMrp: 40, mrp: 4, packCost: 28.05, costPrice: 2.8 },
    ],
    [
      { packSize: 10, unitPrice: 3 },
      { packPrice: 30, unitPrice: 3 },
    ],
  ] as [Partial<UpdateMedicine>, Partial<Medicine>][])('become of %j', async (differing, expected) => {
    const medicine = await add()
    const { body } = await save(medicine, differing)
    const { packCost, costPrice, ...shown } = expected
    expect(body).toMatchObject(shown)
    expect(await inventory.state(medicine._id)).toMatchObject(expected)
  })

  test('of one unit stay so once stock moved, and a wrong size can be put right', async () => {
    const whole = await add({ packSize: 1 })
    expect((await save(whole, { packSize: 15 })).body).toMatchObject({ packPrice: 35, unitPrice: 2.33 })
    expect((await save(whole, { unitPrice: 2.33, packSize: 1 })).body).toMatchObject({ unitPrice: 35 })
    await purchase(whole._id, 35)
    const stocked = await read(whole._id)
    const refused = { code: 'inventory.counted_in_packs', errors: { packSize: expect.any(String) } }
    expect(await save(stocked, { packSize: 15 })).toMatchObject(answered(409, refused))
    const loose = await add({ currentStock: 30 })
    expect((await save(loose, { packSize: 1 })).body).toMatchObject({ code: 'inventory.counted_in_packs' })
    expect((await save(loose, { packSize: 10 })).body).toMatchObject({ packSize: 10, unitPrice: 3.5 })
    expect(await read(whole._id)).toEqual(stocked)
  })

  test('have an MRP that staff cannot raise, nor by a smaller pack or a part of a paisa', async () => {
    const medicine = await add()
    for (const differing of [{ packMrp: 41 }, { packMrp: 40.01 }, { packMrp: null }, { packSize: 10 }])
      expect(await save(medicine, differing, inventory.staff)).toMatchObject({
        status: 403,
        body: { code: 'inventory.mrp' },
      })
    expect(await save(medicine, { packMrp: 39 }, inventory.staff)).toMatchObject(answered(200, { mrp: 2.6 }))
  })

  test('have a cost that staff neither see nor set', async () => {
    const medicine = await add()
    await save(medicine, { packCost: 30, packPrice: 36 })
    expect(await read(medicine._id)).toMatchObject({ packCost: 30, costPrice: 2 })
    const { name, _id } = medicine
    const search = `/api/medicines?search=${encodeURIComponent(name)}`
    const whole = await inventory.get<Medicine[]>(search, inventory.admin)
    expect(whole.body.find((each) => each._id === _id)).toMatchObject({ packCost: 30, packPrice: 36 })
    const page = await inventory.read(`${search}&limit=9`, inventory.admin)
    expect(JSON.stringify(page)).not.toMatch(/packCost|costPrice/)
    const paths = [
      ...[`/api/medicines/${_id}`, '/api/medicines', search, `${search}&limit=9`, '/api/medicines?limit=99'],
      ...[`/api/medicines/${_id}/history`, '/api/medicines?sort=name', '/api/medicines/catalogue'],
    ]
    for (const path of paths) {
      const { status, body } = await inventory.get(path)
      expect([status, JSON.stringify(body)], path).toEqual([200, expect.stringContaining(name)])
      expect(JSON.stringify(body), path).not.toMatch(/packCost|costPrice/)
    }
    const saved = await save(medicine, { packPrice: 37 }, inventory.staff)
    expect(saved.body).toMatchObject({ packPrice: 37 })
    expect(saved.body).not.toHaveProperty('packCost')
    for (const cost of [{ packCost: 29 }, { costPrice: 2 }])
      expect(await save(medicine, cost, inventory.staff)).toMatchObject({
        status: 403,
        body: { code: 'inventory.cost_price' },
      })
    expect(await read(_id)).toMatchObject({ packCost: 30 })
  })

  test('are audited once, with the cost apart', async () => {
    const medicine = await add()
    await save(medicine, { packPrice: 36, packCost: 30 })
    const path = `/api/medicines/${medicine._id}/history?kind=changes`
    const lines = await inventory.read<MedicineHistoryLine[]>(path, inventory.admin)
    expect(lines.map(({ change }) => change)).toMatchObject([
      { action: 'medicine.cost-price-changed', after: { costPrice: 2, packCost: 30 } },
      { action: 'medicine.changed', before: { unitPrice: 2.33, packPrice: 35 }, after: { packPrice: 36 } },
      { action: 'medicine.added', after: { packSize: 15, packPrice: 35, packMrp: 40 } },
    ])
  })

  test('follow a purchase, and its undo gives the exact price back', async () => {
    const { _id } = await add()
    const bought = await purchase(_id, 2.5)
    await expectEverywhere(_id, { unitPrice: 2.5, packPrice: 37.5 })
    await purchase(_id, 2.5, bought)
    await expectEverywhere(_id, { unitPrice: 2.33, packPrice: 35 })
    const another = await purchase(_id, 2.5)
    await save(await read(_id), { packPrice: 37.6 })
    await purchase(_id, 2.5, another)
    await expectEverywhere(_id, { unitPrice: 2.5, packPrice: 37.6 })
  })

  test('are read beside release 0.3, which writes units alone', async () => {
    const { _id, version } = await add()
    const row = () => inventory.db('medicines').where({ id: _id })
    await row().update({ unit_price_paise: 250, mrp_paise: null, version: version + 1 })
    expect(await read(_id)).toMatchObject({ packPrice: 37.5, packMrp: null, packCost: 28.05 })
    expect(await inventory.state(_id)).toMatchObject({ packPrice: 37.5, packMrp: null })
    expect((await save(await read(_id), { packPrice: 37.5 })).body).toMatchObject({ unitPrice: 2.5 })
  })

  test('answer for a form that release 0.3 had answered', async () => {
    const headers = { 'Idempotency-Key': newId() }
    const body = { name: `Twice ${newId()}`, category: 'Other', unitPrice: 5 }
    const send = () =>
      inventory.client.post<Medicine>('/api/medicines', { token: inventory.admin, headers, body })
    const first = (await send()).body
    const { packSize: _, packPrice: __, hsn: ___, ...old } = first
    const keys = inventory.db('medicine_keys').where({ idempotency_key: headers['Idempotency-Key'] })
    await keys.update({ answer: JSON.stringify(old) })
    expect((await send()).body).toEqual(first)
  })

  describe('in a file', () => {
    const send = async (id: string, rows: object[], setStock = false) => {
      const numbered = rows.map((fields, at) => ({ row: at + 2, fields }))
      const body = { fileName: 'stock.csv', dryRun: false, setStock, rows: numbered }
      const path = `/api/medicines/imports/${id}`
      return (await inventory.client.put<{ rows: ImportedRow[] }>(path, { token: inventory.admin, body }))
        .body.rows
    }
    const undo = async (id: string) =>
      (await inventory.client.post(`/api/medicines/imports/${id}/undo`, { token: inventory.admin })).body

    test('are added, changed, left and undone', async () => {
      const [same, priced, unit] = [await add(), await add(), await add()]
      const { currentStock: _, ...columns } = strip
      const name = `Filed ${newId()}`
      const id = newId()
      const answer = await send(id, [
        { name, category: 'Other', ...columns, schedule: 'X' },
        { name: same.name, ...columns, unitPrice: 2.33 },
        { name: priced.name, unitPrice: 2.33, packPrice: 36, hsn: '3003' },
        { name: unit.name, unitPrice: 2.5, packSize: 10 },
      ])
      expect(answer.map(({ kind }) => kind)).toEqual(['added', 'unchanged', 'changed', 'changed'])
      const [added] = await inventory.db('medicines').where({ name }).pluck('id')
      expect(await read(added)).toMatchObject({ ...columns, ...units, schedule: 'X' })
      expect(await read(priced._id)).toMatchObject({ packPrice: 36, unitPrice: 2.4, hsn: '3003' })
      expect(await read(unit._id)).toMatchObject({ packPrice: 25, unitPrice: 2.5 })
      expect(await undo(id)).toMatchObject({ left: 0, undone: 3 })
      for (const { _id } of [priced, unit])
        expect(await read(_id)).toMatchObject({ ...columns, ...units, hsn: '3004' })
    })

    test.each([
      ['pack size', { packSize: 10 }, { packPrice: 35, unitPrice: 3.5, packMrp: 40, mrp: 4 }],
      ['price of a unit', { unitPrice: 2.5 }, { packPrice: 37.5, unitPrice: 2.5, mrp: 2.66 }],
    ])('change with their %s alone, once for all imports of the file', async (_, differing, expected) => {
      const { _id, name } = await add()
      const { currentStock: __, ...columns } = strip
      const row = { name, ...columns, ...units, ...differing }
      for (const kind of ['changed', 'unchanged', 'changed']) {
        expect(await send(newId(), [row])).toMatchObject([{ kind }])
        expect(await read(_id)).toMatchObject(expected)
        await send(newId(), [{ name, minStockLevel: 3 }])
        // The next import brings the cost of the file back, and nothing else.
        if (kind === 'unchanged') await purchase(_id, expected.unitPrice)
      }
      await send(newId(), [{ ...row, ...expected, unitPrice: 4, mrp: 5 }])
      expect(await read(_id)).toMatchObject({ unitPrice: 4, mrp: 5 })
    })

    test('refuse a row that counts stock otherwise, and an undo keeps what moved', async () => {
      const stocked = await add({ packSize: 1, currentStock: 3 })
      const row = { name: stocked.name, packSize: 15, packPrice: 15 * 35 }
      expect(await send(newId(), [row])).toEqual([
        { row: 2, kind: 'refused', errors: { packSize: expect.stringContaining('whole strips') } },
      ])
      const fresh = await add({ packSize: 1 })
      const id = newId()
      await send(id, [{ name: fresh.name, packSize: 15, currentStock: 30 }], true)
      expect(await undo(id)).toMatchObject({ left: 0, undone: 0, kept: [fresh.name] })
      expect(await read(fresh._id)).toMatchObject({ packSize: 15, currentStock: 30, packPrice: 35 })
    })
  })
})
