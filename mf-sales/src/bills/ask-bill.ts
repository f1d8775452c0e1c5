import {
  type BillDocument,
  type CreateBill,
  documentNumberText,
  type ShownBillSettings,
  taxRateOf,
} from '@mms/contracts'
import { newKey, storeToday } from '@mms/sdk'
import type { OwnCounter } from '../own-counter.ts'
import { beepRefusal } from '../scanner/beep.ts'
import * as words from '../words/bills.ts'
import { billServer, serverTime } from './api.ts'
import { type BillDraft, draftLinesOf, refuseDraft, sumsOfDraft } from './draft.ts'
import { type BillNumber, BillPendingError, type JournalBill } from './journal.ts'
import { withAskerLock } from './keep-sending.ts'
import { type BillRefusal, submitBill } from './sender.ts'
import type { Desk } from './use-desk.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Maximum retries of a bill that was refused for a taken number or changed settings. */
const MOST_REPEATS = 2

interface Asking {
  draft: BillDraft
  approval?: string
  repeats?: number
  /** Puts the draft back on the page. */
  giveBack: (draft: BillDraft) => void
}

interface Options {
  desk: Desk
  user: { id: string; name: string }
  onFinish: (bill: JournalBill, paper: BillDocument) => void
  onRefused: (problem: string) => void
  onBeyond: (draft: BillDraft) => void
  onOpen: (bill: JournalBill) => void
  /** Asks about the bill that another page left open. */
  onPending: () => void
}

/** Stores a paid draft in the journal, sends it and prints it. A refused bill becomes a draft again. */
export function createBillSubmission({ desk, user, ...on }: Options) {
  const { journal, counter, settings } = desk

  const refuse = async (asked: Asking, bill: JournalBill, { code, message, refused }: BillRefusal) => {
    const { draft, giveBack, repeats = 0 } = asked
    // The bill's lines are on another page, or were on a closed page.
    if (draft.entries.length === 0) {
      beepRefusal()
      return on.onRefused(words.refusedBill(bill.paper.number, refused[0]?.message ?? message))
    }
    const shown = draftLinesOf(draft.entries)
    // The draft may have changed meanwhile.
    const isShown = (medicineId: string, at: number) => shown[at]?.entry.medicine._id === medicineId
    const lineIds = bill.body.lines.map(({ _id, medicineId }, at) => (isShown(medicineId, at) ? _id : ''))
    const next = { ...refuseDraft(draft, lineIds, refused), payments: draft.payments }
    const again = { draft: next, giveBack, repeats: repeats + 1 }
    const mayRepeat = repeats < MOST_REPEATS
    if (code === 'sales.number_taken' && mayRepeat) {
      await desk.followServer()
      return ask(again)
    }
    if (code === 'sales.settings_changed' && mayRepeat) {
      const fresh = await desk.refreshSettings()
      if (sumsOfDraft(next, fresh, storeToday()).sums.payable === bill.body.payable) return ask(again, fresh)
    }
    const needsApproval = code === 'sales.approval_required'
    giveBack(needsApproval ? next : { ...next, payments: [], refusedPayments: draft.payments })
    if (needsApproval) return on.onBeyond(next)
    beepRefusal()
    on.onRefused(code === 'sales.settings_changed' ? words.settingsChanged : message)
  }
  const askAgain = async (asked: Asking, bill: JournalBill, mayHandOver = false) => {
    const options = { journal, server: billServer, pause, isOffline: () => !navigator.onLine }
    // Another page may have decided about it.
    const isAsked = async () => (await journal.find(bill._id))?.state === 'asked'
    const submit = async () => (await isAsked()) && submitBill(bill, options, mayHandOver)
    const outcome = await withAskerLock(submit)
    if (!outcome) return
    if (outcome.kind === 'final') on.onFinish(bill, outcome.document)
    else if (outcome.kind === 'handed-over') on.onFinish(bill, bill.paper)
    else if (outcome.kind === 'open') on.onOpen(bill)
    else await refuse(asked, bill, outcome.refusal)
  }
  const ask = async (asked: Asking, current = settings): Promise<void> => {
    const { draft, approval } = asked
    const times = { day: storeToday(), madeAt: serverTime() }
    const origin = { draft, counter, settings: current, seller: user, approval }
    try {
      const bill = await journal.ask(counter._id, times, (given) => buildBill(origin, given))
      await askAgain(asked, bill, true)
    } catch (error) {
      if (!(error instanceof BillPendingError)) throw error
      asked.giveBack(draft)
      on.onRefused(words.otherBillWaiting)
      on.onPending()
    }
  }
  return { ask, askAgain }
}

interface Origin {
  draft: BillDraft
  counter: OwnCounter
  settings: ShownBillSettings
  seller: { id: string; name: string }
  approval?: string | undefined
}

/** Returns the request, and the document to print if the server does not answer. */
export function buildBill(origin: Origin, given: BillNumber): { body: CreateBill; paper: BillDocument } {
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
    number: documentNumberText({ counter: counter.code, kind: 'bill', year: given.year, number }),
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
        ...shown,
        _id: idOf(at),
        medicineId,
        units,
        packPrice,
        packMrp,
        batches: [own],
        rateBp: settings.taxStatus === 'regular' ? taxRateOf(settings.rates, taxClass, day) : 0,
        ...(sums.lines[at] as (typeof sums.lines)[number]),
        found: 0,
        writtenOff: 0,
      }
    }),
    rates,
    billDiscount,
    handedOver: true,
  }
  return { body, paper }
}
