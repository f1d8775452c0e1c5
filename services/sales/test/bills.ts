import {
  type BillDocument,
  type BillSettings,
  type CloseDrawer,
  type CreateBill,
  type CreateCashEntry,
  type Drawer,
  defaultBillSettings,
  documentNumberText,
  financialYearOf,
  type Medicine,
  type OpenDrawer,
  type Problem,
  packPaiseOf,
  type RegisteredCounter,
  storeDate,
  sumsOfBill,
  taxRateOf,
} from '@mms/contracts'
import {
  openForTests,
  type TestAnswer,
  type TestCaller,
  type TestDatabase,
} from '@mms/service-kit/test-support'
import { beforeAll, expect } from 'vitest'
import { newKey, openStore } from './support.ts'

type Line = CreateBill['lines'][number]
/** Number of a bill of counter A in the current financial year. */
export const numberText = (number: number): string =>
  documentNumberText({ counter: 'A', kind: 'bill', year: financialYearOf(storeDate()), number })

export type SoldMedicine = Pick<Medicine, '_id' | 'unitPrice' | 'mrp'> & Partial<Medicine>

/** A bill line as the counter's browser makes it. */
export const lineOf = (medicine: SoldMedicine, units: number, differing: Partial<Line> = {}): Line => ({
  ...{ _id: newKey(), medicineId: medicine._id, units, packSize: medicine.packSize ?? 1 },
  ...packPaiseOf(medicine),
  ...{ taxClass: (medicine.taxClass ?? 'medicine') as Line['taxClass'], discount: null, ...differing },
})

export type BillParts = Partial<CreateBill> & Pick<CreateBill, 'lines'>

/** A bill paid in cash, with sums by these settings. */
export function billAt(
  counter: Pick<RegisteredCounter, '_id' | 'secret'>,
  number: number,
  { lines, ...differing }: BillParts,
  settings: BillSettings = defaultBillSettings,
): CreateBill {
  const day = differing.day ?? storeDate()
  const { taxStatus, roundOff, rates } = settings
  const sums = sumsOfBill({
    ...{ taxStatus, roundOff, interState: false, billDiscount: differing.discount ?? null },
    lines: lines.map((line) => ({ ...line, rateBp: taxRateOf(rates, line.taxClass, day) })),
  })
  const { total, roundOff: rounded, payable } = 'error' in sums ? { total: 0, roundOff: 0, payable: 0 } : sums
  return {
    ...{ _id: newKey(), counter: { _id: counter._id, secret: counter.secret }, number, day },
    ...{ madeAt: new Date().toISOString(), settingsVersion: 0, sumsVersion: 1, customer: null, doctor: null },
    ...{ lines, discount: null, payments: payable > 0 ? [{ mode: 'cash' as const, amount: payable }] : [] },
    ...{ total, roundOff: rounded, payable, ...differing },
  }
}

export type BillAnswer = TestAnswer<BillDocument & Pick<Problem, 'code' | 'errors'>>

export type DrawerAnswer = TestAnswer<Drawer & Pick<Problem, 'code' | 'errors' | 'message'>>

export const proofOf = ({ _id, secret }: RegisteredCounter) => ({ _id, secret })

const openingOf = (counter: RegisteredCounter): OpenDrawer => ({
  ...{ _id: newKey(), counter: proofOf(counter), float: 200_000, pharmacist: 'Asha Rao' },
  openedAt: new Date().toISOString(),
})

/** API calls for bills, to any process that serves sales. */
export function billCalls(sales: TestCaller, { admin, staff }: { admin: string; staff: string }) {
  return {
    async openCounter(letter = 'A'): Promise<RegisteredCounter> {
      const body = { letter, name: `Counter ${letter}` }
      const answer = await sales.post<RegisteredCounter>('/api/bills/counters', { token: admin, body })
      if (answer.status !== 201) throw new Error(`not registered: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    send: (bill: CreateBill, token = staff): Promise<BillAnswer> =>
      sales.post('/api/bills', { token, body: bill, headers: { 'Idempotency-Key': bill._id } }),
    openDrawer: (counter: RegisteredCounter, differing: Partial<OpenDrawer> = {}): Promise<DrawerAnswer> =>
      sales.post('/api/bills/drawers', { token: staff, body: { ...openingOf(counter), ...differing } }),
    enterCash: (id: string, entry: CreateCashEntry): Promise<DrawerAnswer> =>
      sales.post(`/api/bills/drawers/${id}/entries`, { token: staff, body: entry }),
    closeDrawer: (id: string, body: Partial<CloseDrawer>, token = staff): Promise<DrawerAnswer> =>
      sales.post(`/api/bills/drawers/${id}/closing`, { token, body }),
    readDrawer: (id: string): Promise<DrawerAnswer> =>
      sales.get(`/api/bills/drawers/${id}`, { token: staff }),
    readBill: (id: string): Promise<BillAnswer> => sales.get(`/api/bills/${id}`, { token: staff }),
  }
}

/** Opens a store with a counter, whose bills have the numbers from 1. `desk.number` is the last one. */
export function useBills(database: TestDatabase) {
  const store = openForTests(() => openStore(database))
  const desk = { number: 0 } as ReturnType<typeof billCalls> & { counter: RegisteredCounter; number: number }
  beforeAll(async () => {
    Object.assign(desk, billCalls(store.client, store))
    desk.counter = await desk.openCounter()
  })
  return {
    ...{ store, desk },
    make(lines: CreateBill['lines'], differing: Partial<CreateBill> = {}, settings?: BillSettings) {
      desk.number += 1
      return billAt(desk.counter, desk.number, { lines, ...differing }, settings)
    },
    async good(bill: CreateBill) {
      const { status, body } = await desk.send(bill)
      expect([status, body]).toEqual([201, expect.anything()])
      return body
    },
  }
}
