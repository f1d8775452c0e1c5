import {
  type BillDocument,
  type BillSums,
  type CompletedTransaction,
  type CreateBill,
  defaultBillSettings,
  type Medicine,
  rupeesToPaise,
  sumOf,
  sumsOfBill,
  taxRateOf,
} from '@mms/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billAt, billCalls, lineOf } from '../../test/bills.ts'
import { paidBy } from '../../test/drawers.ts'
import { describeStore } from '../../test/support.ts'

const BILLS = 300
const AT_ONCE = 20
const settings = {
  ...defaultBillSettings,
  ...{ taxStatus: 'regular' as const, stateCode: '27', gstin: '27AAPFU0939F1ZV' },
  limits: { ...defaultBillSettings.limits, discountBasisPoints: 10_000 },
}

const upTo = (max: number) => fc.integer({ min: 0, max })
const discount = fc.option(
  fc.oneof(fc.record({ basisPoints: upTo(10_000) }), fc.record({ paise: upTo(300) })),
)
const drawn = fc.record({
  lines: fc.array(fc.record({ medicine: fc.nat(3), units: fc.integer({ min: 1, max: 40 }), discount }), {
    ...{ minLength: 1, maxLength: 5 },
  }),
  ...{ discount, stateCode: fc.constantFrom('27', '29', null), handedOver: fc.boolean() },
})
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never

const taxesOf = ({ taxable, cgst, sgst, igst }: BillDocument['rates'][number] | BillSums['rates'][number]) =>
  taxable + cgst + sgst + igst

describeStore('sums on $name', (store) => {
  test(`of ${BILLS} random bills are the same in documents, sales, days and events`, async () => {
    const calls = billCalls(store.client, store)
    const counter = await calls.openCounter()
    const saved = await store.client.put('/api/bills/store', { token: store.admin, body: settings })
    expect(saved.status).toBe(200)
    const packs = [
      { packSize: 15, packPrice: 35, packMrp: 35 },
      { packSize: 7, packPrice: 100, packMrp: 119.99, taxClass: 'standard' },
      { packSize: 1, packPrice: 0.07, taxClass: 'nil' },
      { packSize: 8, packPrice: 1_333.33, packMrp: 1_333.33 },
    ] as const
    const medicines: Medicine[] = []
    for (const pack of packs) medicines.push(await store.addMedicine({ currentStock: 60_000, ...pack }))

    function billOf(one: Drawn, number: number): { bill: CreateBill; sums: BillSums } | undefined {
      const lines = one.lines.map(({ medicine, units, discount: own }) =>
        lineOf(medicines[medicine] as Medicine, units, { discount: own }),
      )
      const { stateCode, handedOver } = one
      const bill = billAt(counter, number, {
        ...{ lines, discount: one.discount, settingsVersion: 1, ...(handedOver && { handedOver }) },
        customer: { name: 'Asha', phone: '', address: '', gstin: null, stateCode },
      })
      const sums = sumsOfBill({
        ...{ taxStatus: 'regular', roundOff: 'capped', billDiscount: one.discount },
        interState: stateCode !== null && stateCode !== '27',
        lines: lines.map((line) => ({ ...line, rateBp: taxRateOf(settings.rates, line.taxClass, bill.day) })),
      })
      if ('error' in sums) return undefined
      const { total, payable, roundOff } = sums
      const upi = Math.floor(payable / 3)
      const { payments } = paidBy({ cash: payable - upi, upi })
      return { bill: { ...bill, total, payable, roundOff, payments }, sums }
    }

    const made = fc
      .sample(drawn, BILLS)
      .map((one, at) => billOf(one, at + 1))
      .filter((one) => one !== undefined)
    const documents: BillDocument[] = []
    for (let at = 0; at < made.length; at += AT_ONCE) {
      const answers = await Promise.all(made.slice(at, at + AT_ONCE).map(({ bill }) => calls.send(bill)))
      expect(answers.map(({ status }) => status).filter((status) => status !== 201)).toEqual([])
      documents.push(...answers.map(({ body }) => body))
    }

    for (const [at, { lines, rates, total, roundOff, payable }] of documents.entries()) {
      const expected = made[at]?.sums
      expect(expected).toMatchObject({ rates, total, roundOff, payable })
      expect(lines).toMatchObject(expected?.lines ?? [])
      expect([sumOf(rates.map(taxesOf)), total + roundOff]).toEqual([total, payable])
    }

    const { db } = store
    const totals = new Map(documents.map(({ _id, total }) => [_id, total]))
    const byBill = async (table: string, column: string) => {
      const grouped = db(table).groupBy('bill_id').select('bill_id')
      const rows: { bill_id: string; sum: number }[] = await grouped.sum({ sum: column })
      return new Map(rows.map(({ bill_id, sum }) => [bill_id, Number(sum)]))
    }
    expect(await byBill('transactions', 'total_paise')).toEqual(totals)
    expect(await byBill('bill_lines', 'net')).toEqual(totals)
    const paid = new Map(documents.map(({ _id, payable }) => [_id, payable]))
    expect(await byBill('bill_payments', 'amount')).toEqual(paid)
    const total = sumOf([...totals.values()])
    const units = sumOf(made.flatMap(({ bill }) => bill.lines.map((line) => line.units)))
    const [day] = await db('daily_counts').sum({ paise: 'paise', units: 'units_out' })
    expect([Number(day?.paise), Number(day?.units)]).toEqual([total, units])
    const events: string[] = await db('outbox').pluck('data')
    const sold = events.map((data): CompletedTransaction => JSON.parse(data))
    expect(sumOf(sold.map(({ totalAmount }) => rupeesToPaise(totalAmount)))).toBe(total)
    expect(await store.sales.reconcile()).toMatchObject({ mismatches: 0, pending: 0 })
  })
})
