import type {
  BillDocument,
  CreateCashEntry,
  CreateNote,
  CreatePaymentMove,
  Drawer,
  Medicine,
  PaymentMode,
  PaymentMove,
  Problem,
  RegisteredCounter,
} from '@mms/contracts'
import type { TestAnswer } from '@mms/service-kit/test-support'
import { expect } from 'vitest'
import { type BillParts, billAt, billCalls, lineOf, proofOf } from './bills.ts'
import { newKey, type Store } from './support.ts'

export const codeOf = ({ status, body }: TestAnswer<unknown>) => [status, (body as Problem).code]
export const coins = (amount: number) => ({ notes: [], coins: amount })

/** Payments of a bill by mode, in paise. */
export const paidBy = (amounts: Partial<Record<PaymentMode, number>>) => ({
  payments: Object.entries(amounts).map(([mode, amount]) => ({ mode: mode as PaymentMode, amount })),
})

export const customer = { name: 'Meera', phone: '9822012345', address: '', gstin: null, stateCode: null }

export const entryOf = (
  counter: RegisteredCounter,
  differing: Partial<CreateCashEntry> = {},
): CreateCashEntry => ({
  ...{ _id: newKey(), counter: proofOf(counter), direction: 'out', kind: 'expense', amount: 4_500 },
  ...{ note: 'Tea', madeAt: new Date().toISOString(), ...differing },
})

export const noteOf = (
  bill: BillDocument,
  units: number,
  differing: Partial<CreateNote> = {},
): CreateNote => ({
  ...{ _id: newKey(), refundMode: 'cash', reason: 'Not needed', ...differing },
  lines: [{ line: bill.lines[0]?._id as string, units, to: 'stock' }],
})

export const moveOf = (
  from: CreatePaymentMove['from'],
  to: CreatePaymentMove['to'],
  amount: number,
  differing: Partial<CreatePaymentMove> = {},
): CreatePaymentMove => ({ _id: newKey(), from, to, amount, reference: '', ...differing })

/** API calls for counters, drawers and bills. Bills sell a medicine at ₹100. */
export function dayCalls(store: Pick<Store, 'client' | 'admin' | 'staff' | 'addMedicine'>) {
  const calls = billCalls(store.client, store)
  const numbers = new Map<string, number>()
  let medicine: Promise<Medicine> | undefined
  let letter = 'A'

  async function makeBill(counter: RegisteredCounter, units: number, differing: Partial<BillParts> = {}) {
    medicine ??= store.addMedicine({ unitPrice: 100, currentStock: 100_000 })
    const sold = await medicine
    const number = 1 + (numbers.get(counter._id) ?? 0)
    numbers.set(counter._id, number)
    return billAt(counter, number, { lines: [lineOf(sold, units)], ...differing })
  }
  const good = async <Body>(asked: Promise<TestAnswer<Body>>): Promise<Body> => {
    const { status, body } = await asked
    expect([status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()])
    return body
  }

  return {
    ...{ ...calls, makeBill, good },
    async addCounter(): Promise<RegisteredCounter> {
      const own = letter
      letter = String.fromCharCode(letter.charCodeAt(0) + 1)
      return calls.openCounter(own)
    },
    sell: async (counter: RegisteredCounter, units: number, differing: Partial<BillParts> = {}) =>
      good(calls.send(await makeBill(counter, units, differing))),
    open: (counter: RegisteredCounter, differing = {}): Promise<Drawer> =>
      good(calls.openDrawer(counter, differing)),
    giveBack: ({ _id }: BillDocument, note: CreateNote, token = store.staff) =>
      store.client.post<BillDocument>(`/api/bills/${_id}/notes`, { token, body: note }),
    move: (bill: Pick<BillDocument, '_id'>, body: CreatePaymentMove) =>
      store.client.post<PaymentMove>(`/api/bills/${bill._id}/payment-moves`, { token: store.staff, body }),
    figuresOf: async ({ _id }: Drawer) => (await calls.readDrawer(_id)).body.figures,
    read: async <Body>(path: string) => (await store.client.get<Body>(path, { token: store.staff })).body,
  }
}
export type Day = ReturnType<typeof dayCalls>
