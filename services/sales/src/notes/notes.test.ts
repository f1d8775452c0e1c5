import {
  type BillDocument,
  type CreateNote,
  financialYearOf,
  noteApprovalSubject,
  type Problem,
  storeDate,
} from '@mms/contracts'
import { type TestAnswer, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { lineOf, type SoldMedicine, useBills } from '../../test/bills.ts'
import { newKey, sessionOf } from '../../test/support.ts'

type Answer = TestAnswer<BillDocument & Pick<Problem, 'code' | 'errors'>>
type ReturnedLine = [at: number, units: number, to?: 'stock' | 'write-off']

describe.each(testDatabases())('credit notes on $name', (database: TestDatabase) => {
  const { store, desk, make, good: book } = useBills(database)
  const year = financialYearOf(storeDate())
  let notes = 0

  const sell = (lines: [SoldMedicine, number][], differing = {}): Promise<BillDocument> =>
    book(make(lines.map(([medicine, units]) => lineOf(medicine, units, differing))))
  const noteOf = (
    bill: BillDocument,
    asked: ReturnedLine[],
    differing: Partial<CreateNote> = {},
  ): CreateNote => ({
    ...{ _id: newKey(), refundMode: 'cash', reason: 'Not needed' },
    lines: asked.map(([at, units, to = 'stock']) => ({ line: bill.lines[at]?._id as string, units, to })),
    ...differing,
  })
  const send = (bill: Pick<BillDocument, '_id'>, body: CreateNote, token = store.staff): Promise<Answer> =>
    store.client.post(`/api/bills/${bill._id}/notes`, { token, body })
  const good = async (bill: BillDocument, asked: ReturnedLine[]) => {
    const { status, body } = await send(bill, noteOf(bill, asked))
    expect([status, body]).toEqual([201, expect.anything()])
    notes += 1
    return body
  }
  const read = async (path: string) => (await store.client.get(path, { token: store.staff })).body
  const codeOf = ({ status, body }: Answer) => [status, body.code]
  const strip = () => store.addMedicine({ packSize: 15, packPrice: 35, packMrp: 35, currentStock: 60 })
  const textOf = (at: number) => `AC/${year}/${String(at).padStart(6, '0')}`

  test('a strip comes back in three parts, each at what was paid for it', async () => {
    const medicine = await strip()
    const bill = await sell([[medicine, 15]])
    const made: BillDocument[] = []
    for (let part = 0; part < 3; part += 1) made.push(await good(bill, [[0, 5]]))
    expect(made.map(({ number: text, total, payable }) => [text, total, payable])).toEqual([
      [textOf(1), 1_167, 1_200],
      [textOf(2), 1_166, 1_100],
      [textOf(3), 1_167, 1_200],
    ])
    expect(made[1]).toMatchObject({
      ...{ title: 'Credit Note', status: 'final', creditOf: { _id: bill._id, number: bill.number } },
      ...{ roundOff: -66, payments: [{ mode: 'cash', amount: 1_100 }], reason: 'Not needed' },
      lines: [{ of: bill.lines[0]?._id, name: medicine.name, units: 5, net: 1_166, writtenOff: 0 }],
    })
    expect(await store.stockOf(medicine)).toBe(60)
    const refused = await send(bill, noteOf(bill, [[0, 1]]))
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'sales.not_returnable' }])
    expect(refused.body.errors).toHaveProperty('lines.0.units')
    expect(await read(`/api/bills/${bill._id}/notes`)).toEqual(made)
    expect((await desk.readBill(made[0]?._id as string)).body).toEqual(made[0])
    const found = await read(`/api/bills?search=${textOf(2)}`)
    expect(found).toMatchObject([{ _id: made[1]?._id, creditOf: { _id: bill._id } }])
    const { db } = store
    const ids = [bill, ...made].map(({ _id }) => _id)
    const sum = async (table: string, column: string) =>
      Number((await db(table).whereIn('bill_id', ids).sum({ sum: column }))[0]?.sum)
    expect([await sum('bill_payments', 'amount'), await sum('bill_lines', 'net')]).toEqual([0, 0])
    const sales = (await store.list('?limit=10')).body.filter(({ bill: own }) => own?._id === made[0]?._id)
    expect(sales).toMatchObject([{ type: 'return', status: 'completed', quantity: 5, totalAmount: 11.67 }])
  })

  test('units go back to the batch that was sold, and written-off ones leave it again', async () => {
    const medicine = await store.addMedicine({ currentStock: 10 })
    const batch = { number: 'AB12', expiryDate: '2030-01-31' }
    await store.record({ medicineId: medicine._id, type: 'purchase', quantity: 9, batch } as never)
    const named = { batch: { number: 'AB12', reason: 'ReturnedLine for' } }
    const bill = await sell([[medicine, 6]], named)
    const note = await good(bill, [
      [0, 2],
      [0, 3, 'write-off'],
    ])
    expect(note.lines.map(({ units, writtenOff, batches }) => [units, writtenOff, batches])).toEqual([
      [2, 0, [{ ...batch, units: 2 }]],
      [3, 3, [{ ...batch, units: 3 }]],
    ])
    expect(await store.stockOf(medicine)).toBe(19 - 6 + 2)
    const moved = (await store.movementsOf(medicine)).slice(0, 3)
    const shown = moved.map(({ type, change, lines }) => [type, change, lines[0]?.number].join(' '))
    expect(shown).toEqual(['expired -3 AB12', 'return 3 AB12', 'return 2 AB12'])
    expect(codeOf(await send(bill, noteOf(bill, [[0, 2]])))).toEqual([409, 'sales.not_returnable'])
    const billed = { status: 409, body: { code: 'sales.is_billed' } }
    for (const { _id } of moved) expect(await store.reverse(_id)).toMatchObject(billed)
    await store.inventory.delete(`/api/medicines/${medicine._id}`, { token: store.admin })
    await good(bill, [[0, 1, 'write-off']])
    expect((await store.movementsOf(medicine)).slice(0, 2).map(({ change }) => change)).toEqual([-1, 1])
    expect(await store.sales.reconcile()).toMatchObject({ mismatches: 0, pending: 0 })
  })

  test('of two who return the same units at once one wins, and numbers have no gap', async () => {
    const [one, other] = [await strip(), await strip()]
    const bill = await book(make([lineOf(one, 4), lineOf(other, 4)]))
    const asked: ReturnedLine[][] = [[[0, 3]], [[0, 3]], [[1, 3]], [[1, 3]]]
    const answers = await Promise.all(asked.map((each) => send(bill, noteOf(bill, each))))
    const won = answers.filter(({ status }) => status === 201)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
    expect(won.map(({ body }) => body.number).toSorted()).toEqual([textOf(notes + 1), textOf(notes + 2)])
    notes += 2
    await expect.poll(async () => [await store.stockOf(one), await store.stockOf(other)]).toEqual([59, 59])
  })

  test('the same id is booked once, and never for another note', async () => {
    const medicine = await strip()
    const bill = await sell([[medicine, 4]])
    const note = noteOf(bill, [[0, 2]])
    const answers = await Promise.all([send(bill, note), send(bill, note)])
    notes += 1
    const booked = [201, textOf(notes)]
    expect(answers.map(({ status, body }) => [status, body.number])).toEqual([booked, booked])
    expect((await send(bill, note)).headers.get('idempotent-replayed')).toBe('true')
    expect(codeOf(await send(bill, { ...note, reason: 'Other' }))).toEqual([422, 'sales.key_reused'])
    expect(await store.stockOf(medicine)).toBe(58)
  })

  test('only a final bill has notes', async () => {
    const medicine = await store.addMedicine({ currentStock: 1 })
    const bill = await sell([[medicine, 1]])
    expect((await send({ _id: newKey() }, noteOf(bill, [[0, 1]]))).status).toBe(404)
    const note = await good(bill, [[0, 1]])
    expect((await send(note, noteOf(bill, [[0, 1]]))).status).toBe(404)
    const refused = make([lineOf(medicine, 2)])
    await desk.send(refused)
    const asked = { ...noteOf(bill, []), lines: [{ line: newKey(), units: 1, to: 'stock' as const }] }
    expect(codeOf(await send(refused, asked))).toEqual([409, 'sales.bill_not_final'])
    expect(codeOf(await send(bill, { ...asked, _id: newKey() }))).toEqual([409, 'sales.not_returnable'])
  })

  test('while inventory is silent the money goes back, and the goods later', async () => {
    const medicine = await strip()
    const bill = await sell([[medicine, 4]])
    store.inventory.signal('SIGSTOP')
    const asked = send(bill, noteOf(bill, [[0, 3]]))
    const pending = () => store.db('transactions').where({ status: 'pending', type: 'return' }).first('id')
    await expect.poll(pending).toBeDefined()
    const { id } = await pending()
    expect(await store.cancel(id)).toMatchObject({ status: 409, body: { code: 'sales.is_billed' } })
    expect(codeOf(await send(bill, noteOf(bill, [[0, 2]])))).toEqual([409, 'sales.not_returnable'])
    store.inventory.signal('SIGCONT')
    expect((await asked).status).toBe(201)
    notes += 1
    await expect.poll(() => store.stockOf(medicine)).toBe(59)
  })

  test('beyond the limits staff need an approval of this note at this amount', async () => {
    const token = store.tokens.token({ role: 'staff', name: 'Staff', sessionId: sessionOf(new Date()) })
    const callerId = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()).sub
    const medicine = await store.addMedicine({ unitPrice: 500 })
    const bill = await sell([[medicine, 8]])
    expect((await send(bill, noteOf(bill, [[0, 3]]), token)).status).toBe(201)
    const note = noteOf(bill, [[0, 2]])
    expect(codeOf(await send(bill, note, token))).toEqual([403, 'sales.approval_required'])
    const approve = (subject: string, purpose: 'sales.return' | 'sales.bill' = 'sales.return') =>
      store.tokens.approval({ callerId, purpose, subject })
    const subject = noteApprovalSubject(note._id, bill._id, 100_000)
    const foreign = [
      approve(noteApprovalSubject(newKey(), bill._id, 100_000)),
      approve(noteApprovalSubject(note._id, bill._id, 150_000)),
      approve(subject, 'sales.bill'),
      store.tokens.approval({ callerId: newKey(), purpose: 'sales.return', subject }),
    ]
    for (const approval of foreign)
      expect(codeOf(await send(bill, { ...note, approval }, token))).toEqual([403, 'sales.approval_required'])
    const approved = await send(bill, { ...note, approval: approve(subject) }, token)
    expect([approved.status, approved.body.approvedBy]).toEqual([201, expect.anything()])
    expect((await send(bill, noteOf(bill, [[0, 1]]), token)).status).toBe(201)

    const old = await sell([[medicine, 2]])
    const document = JSON.stringify({ ...old, day: '2026-01-01' })
    await store.db('bills').where({ id: old._id }).update({ document })
    const late = noteOf(old, [[0, 1]])
    expect(codeOf(await send(old, late, token))).toEqual([403, 'sales.approval_required'])
    const unproven = store.tokens.token({ role: 'admin', authTime: Math.floor(Date.now() / 1_000) - 660 })
    expect(codeOf(await send(old, late, unproven))).toEqual([403, 'sales.approval_required'])
    expect((await send(old, late, store.admin)).body.approvedBy?.name).toBe('Asha Rao')
  })
})
