import {
  type BillDocument,
  type CreateBill,
  numberText,
  rateOf,
  type ShownBillSettings,
} from '@mms/contracts'
import { newKey } from '@mms/sdk'
import type { OwnCounter } from '../counters/own-counter.ts'
import { type Draft, sumsOfDraft } from './draft.ts'
import type { GivenNumber } from './journal.ts'

interface Origin {
  draft: Draft
  counter: OwnCounter
  settings: ShownBillSettings
  seller: { id: string; name: string }
  approval?: string | undefined
}

/** The request of a bill, and the document that is printed if the server does not answer. */
export function makeBill(origin: Origin, given: GivenNumber): { body: CreateBill; paper: BillDocument } {
  const { draft, counter, settings, seller, approval } = origin
  const { number, day, madeAt } = given
  const { id: _id, customer, doctor, discount, payments } = draft
  const { lines, sums } = sumsOfDraft(draft, settings, day)
  const ids = lines.map(() => newKey())
  const idOf = (at: number) => ids[at] as string
  const { total, roundOff, payable, rates, billDiscount, documentTitle } = sums
  const common = { _id, day, madeAt, customer, doctor, payments, total, roundOff, payable }
  const body: CreateBill = {
    ...common,
    counter: { _id: counter._id, secret: counter.secret },
    seller: { _id: seller.id, name: seller.name },
    number,
    settingsVersion: settings.version,
    sumsVersion: 1,
    discount,
    lines: lines.map(({ entry: { medicine }, units, packPrice, packMrp, discount, batch }, at) => {
      const { packSize, taxClass } = medicine
      const line = { units, packSize, packPrice, packMrp, taxClass, discount }
      return { _id: idOf(at), medicineId: medicine._id, ...line, ...(batch && { batch }) }
    }),
    ...(approval && { approval }),
  }
  const paper: BillDocument = {
    ...common,
    number: numberText({ counter: counter.code, kind: 'bill', year: given.year, number }),
    status: 'pending',
    title: documentTitle,
    counter: { _id: counter._id, code: counter.code },
    recordedAt: madeAt,
    seller: { _id: seller.id, name: seller.name },
    store: settings,
    lines: lines.map(({ entry: { medicine }, units, packPrice, packMrp, batch }, at) => {
      const { _id: medicineId, taxClass, ...shown } = medicine
      const own = { number: batch?.number ?? null, expiryDate: batch?.expiryDate ?? null, units }
      return {
        ...{ ...shown, _id: idOf(at), medicineId, units, packPrice, packMrp, batches: [own] },
        rateBp: settings.taxStatus === 'regular' ? rateOf(settings.rates, taxClass, day) : 0,
        ...(sums.lines[at] as (typeof sums.lines)[number]),
        ...{ found: 0, writtenOff: 0 },
      }
    }),
    rates,
    billDiscount,
    handedOver: true,
  }
  return { body, paper }
}
