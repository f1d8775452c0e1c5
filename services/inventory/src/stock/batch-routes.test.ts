import type { AuditEntry, BatchFlow, BatchMovement } from '@mms/contracts'
import { expect, test } from 'vitest'
import { batchTools } from '../../test/batches.ts'
import { answered, describeInventory, newId } from '../../test/support.ts'

describeInventory('batches of a medicine on $name', (inventory) => {
  const { act: hold, buy, find: named, good, list, save, send, three } = batchTools(() => inventory)

  test('lists what is in stock, first to expire first, and with empty=true all', async () => {
    const id = await three()
    await send(id, { quantity: 5 })
    const listed = (await list(id)).map((one) => `${one.number} ${one.stock} ${one.expiryDate}`)
    expect(listed).toEqual(['A 5 2027-08-31', 'null 5 null'])
    expect((await list(id, '?empty=true')).map(({ number }) => number)).toEqual(['B', 'A', null])
    expect(await list((await inventory.create({ currentStock: 0 }))._id)).toEqual([])
    const unknown = await inventory.get(`/api/medicines/${newId()}/batches`)
    expect(unknown.status).toBe(404)
  })

  test('is corrected, with its medicine’s date, on record, and only as it was seen', async () => {
    const id = await three()
    const batch = await named(id, 'B')
    const tag = { 'if-match': `"${batch.version}"` }
    const corrected = { expiryDate: '2027-09-30', supplier: 'Apollo', unitPrice: 3, mrp: 4 }
    const saved = await save(batch, corrected, tag)
    expect(saved).toMatchObject({ status: 200, body: { supplier: 'Apollo', unitPrice: 3, mrp: 4, stock: 5 } })
    expect(await inventory.state(id)).toMatchObject({ expiryDate: '2027-08-31', currentStock: 15 })
    const prices = (await inventory.state(id))?.batches?.map((one) => `${one.number} ${one.unitPrice}`)
    expect(prices).toEqual(['A null', 'B 3', 'null null'])
    expect(await save(batch, { supplier: 'other' }, tag)).toMatchObject({ status: 412 })
    const history = await inventory.get<{ change?: AuditEntry }[]>(`/api/medicines/${id}/history`)
    expect(history.body.find(({ change }) => change)?.change).toMatchObject({
      action: 'batch.changed',
      before: { batch: 'B', expiryDate: '2027-02-28' },
      after: { batch: 'B', expiryDate: '2027-09-30', supplier: 'Apollo' },
    })
    await good(id)
  })

  test('is not corrected to what cannot be', async () => {
    const id = await three({ unitPrice: 10, mrp: 12 })
    const a = await named(id, 'A')
    const expected = { status: 409, body: { code: 'inventory.batch_number_taken' } }
    expect(await save(a, { number: 'b' })).toMatchObject(expected)
    expect(await save(a, { unitPrice: 13 })).toMatchObject(answered(400, { code: 'inventory.batch_mrp' }))
    expect(await save(a, { mrp: 9 })).toMatchObject(answered(400, { errors: { mrp: expect.any(String) } }))
    expect(await save(a, { expiryDate: '2027-02-30' })).toMatchObject({ status: 400 })
    expect(await save(a, { costPrice: 1 }, {}, inventory.staff)).toMatchObject({ status: 403 })
    const other = await named(await three(), 'A')
    expect(await save({ ...other, medicineId: id }, { supplier: 'x' })).toMatchObject({ status: 404 })
  })

  test('is quarantined in one step, sold on no path, and released by an administrator', async () => {
    const id = await three({ name: 'Crocin' })
    const { _id } = await named(id, 'B')
    const held = await hold('quarantine', { batchIds: [_id], reason: 'broken seal' }, inventory.staff)
    expect(held.body).toMatchObject([{ status: 'quarantined', held: { reason: 'broken seal' }, stock: 5 }])
    expect(await inventory.state(id)).toMatchObject({ currentStock: 15 })
    expect((await inventory.state(id))?.batches?.find((one) => one._id === _id)?.status).toBe('quarantined')
    expect(await send(id, { quantity: 11 })).toMatchObject({
      message: 'Only 10 units of Crocin can be sold (5 on hold)',
    })
    expect(await send(id, { batch: { number: 'B' } })).toMatchObject({ outcome: 'rejected' })
    expect((await hold('release', { batchIds: [_id], reason: 'intact' }, inventory.staff)).status).toBe(403)
    const released = await hold('release', { batchIds: [_id], reason: 'intact' })
    expect(released.body).toMatchObject([{ status: 'available', held: null }])
    expect(await send(id, { batch: { number: 'B' } })).toMatchObject({ outcome: 'applied' })
    const path = `/api/medicines/history?subject=${id}&action=batch`
    const entries = await inventory.read<AuditEntry[]>(path, inventory.admin)
    const reasons = entries.map(({ action, after }) => `${action}: ${after?.reason}`)
    expect(reasons).toEqual(['batch.released: intact', 'batch.quarantined: broken seal'])
  })

  test('is recalled by maker and number over all medicines, and traced to every movement', async () => {
    const number = `R${newId().slice(-6)}`.toUpperCase()
    const [one, two, other] = await Promise.all(
      ['Cipla', 'cipla', 'Sun'].map(async (manufacturer) => {
        const { _id } = await inventory.create({ manufacturer, currentStock: 4, expiryDate: '2026-12-31' })
        await buy(_id, 6, { number, expiryDate: '2027-02-28' })
        return _id
      }),
    )
    const [split, sale] = [newId(), newId()]
    await send(one as string, { quantity: 5 }, split)
    await send(one as string, { quantity: 2 }, sale)
    await send(one as string, { quantity: 2, reverses: sale })
    const notice = { manufacturer: 'CIPLA', number, reason: 'notice 12' }
    const recalled = await hold('recall', notice, inventory.staff)
    expect(recalled.body.map(({ medicineId }) => medicineId).toSorted()).toEqual([one, two].toSorted())
    expect(await send(other as string, { quantity: 10 })).toMatchObject({ outcome: 'applied' })
    expect(await send(two as string, { quantity: 5 })).toMatchObject({ outcome: 'rejected' })
    const body = await inventory.read<BatchFlow[]>(
      `/api/medicines/batches?number=${number.toLowerCase()}&manufacturer=Cipla`,
    )
    const flow = body.find(({ medicineId }) => medicineId === one)
    expect(flow).toMatchObject({ status: 'recalled', received: 6, sold: 1, stock: 5, adjusted: 0 })
    const movements = await inventory.get<BatchMovement[]>(
      `/api/medicines/batches/${flow?._id}/movements?limit=3`,
    )
    const moved = movements.body.map((one) => `${one.type} ${one.effect} ${one.balanceAfter}`)
    expect(moved).toEqual(['sale 2 5', 'sale -2 3', 'sale -1 5'])
    expect(movements.body[2]?._id).toBe(split)
    const next = /<(.*)>; rel="next"/.exec(movements.headers.get('link') ?? '')?.[1] ?? ''
    const rest = await inventory.get<BatchMovement[]>(next)
    expect(rest.body.map(({ type, effect }) => [type, effect])).toEqual([['purchase', 6]])
    expect((await hold('recall', { manufacturer: 'Nobody', number, reason: 'x' })).status).toBe(200)
    expect((await hold('recall', { number, reason: 'x' })).status).toBe(400)
    expect((await hold('recall', { manufacturer: 'CIPLA', number, reason: 'a\u0000b' })).status).toBe(400)
  })
})
