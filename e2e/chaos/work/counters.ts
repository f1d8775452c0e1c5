import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type BillDocument,
  type CreateBill,
  defaultBillSettings,
  documentNumberText,
  financialYearOf,
  type Problem,
  storeDate,
  sumsOfBill,
  taxRateOf,
} from '@mms/contracts'
import type { Random } from '@mms/service-kit/random'
import type { Stage } from '../stage/stage.ts'
import { ask } from './ask.ts'
import { createDrawerDay, type KnownMoney } from './drawers.ts'
import type { WorkOptions } from './workers.ts'

const COUNTERS = ['A', 'B', 'C']
const PACK_PAISE = 950
/** Whole rupees: no round-off. */
const DEAR_PAISE = 1_000
const TIMEOUT_MS = 3_000
const HANDS_OVER_AT_ONCE = 0.2
const ABOVE_MRP = 0.05
/** Answers that are awaited before the goods leave. */
const PATIENT_TRIES = 3

/** What a counter printed under a number: the bill that left the shop. */
export interface PrintedBill {
  number: string
  bill: CreateBill
}

type Line = CreateBill['lines'][number]
type Answer = { status: number; body: BillDocument & Pick<Problem, 'code' | 'message'> }

const post = <T>(stage: Stage, random: Random, path: string, body: object, token: string) =>
  ask<T>(`${random.pick(stage.sales).url}${path}`, {
    method: 'POST',
    token,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })

const newLine = (medicineId: string, units: number): Line => ({
  ...{ _id: randomUUID(), medicineId, units, packSize: 1, packPrice: PACK_PAISE, packMrp: null },
  ...{ taxClass: 'medicine', discount: null },
})

function billOf(counter: CreateBill['counter'], number: number, lines: Line[], paise: number): CreateBill {
  const [day, { roundOff, taxStatus, rates }] = [storeDate(), defaultBillSettings]
  const discount = paise > 0 ? { paise } : null
  const rated = lines.map((line) => ({ ...line, rateBp: taxRateOf(rates, line.taxClass, day) }))
  const sums = sumsOfBill({ taxStatus, roundOff, interState: false, billDiscount: discount, lines: rated })
  if ('error' in sums) throw new Error(sums.error)
  const { total, payable } = sums
  const upi = Math.floor(payable / 3)
  return {
    ...{ _id: randomUUID(), counter, number, day, madeAt: new Date().toISOString() },
    ...{ settingsVersion: 0, sumsVersion: 1, customer: null, doctor: null, lines, discount },
    payments: [
      { mode: 'cash', amount: payable - upi },
      { mode: 'upi', amount: upi },
    ],
    ...{ total, payable, roundOff: sums.roundOff },
  }
}

/** A bill above the MRP that it names itself, as if the goods had left. */
function dearBillOf(counter: CreateBill['counter'], number: number, lines: Line[]): CreateBill {
  const dear = lines.map(({ medicineId, units }) => ({
    ...newLine(medicineId, units),
    packPrice: DEAR_PAISE,
  }))
  const bill = billOf(counter, number, dear, 0)
  const marked = bill.lines.map((line) => ({ ...line, packMrp: PACK_PAISE }))
  return { ...bill, lines: marked, handedOver: true }
}

/** The lines of a refused bill with the units that the first batch of each refused line has. */
function linesAfter(lines: Line[], refused: BillDocument['refused'] = []): Line[] {
  const offers = new Map(refused.map(({ _id, offer }) => [_id, offer?.batches[0]?.units ?? 0]))
  return lines.flatMap((line) => {
    const units = Math.min(line.units, offers.get(line._id) ?? line.units)
    return units > 0 ? [newLine(line.medicineId, units)] : []
  })
}

export interface CounterHistory {
  printed: PrintedBill[]
  known: KnownMoney[]
}

/**
 * Counters number and print bills as a browser does, with and without an answer, until `stopping`, and keep their
 * drawers.
 */
export async function sellAtCounters(options: WorkOptions, random: Random): Promise<CounterHistory> {
  const { stage, stopping, patience, medicineIds } = options
  const printed: PrintedBill[] = []
  const known: KnownMoney[] = []

  async function untilDecided(bill: CreateBill, own: Random): Promise<Answer | undefined> {
    let sent = own.chance(HANDS_OVER_AT_ONCE) ? { ...bill, handedOver: true as const } : bill
    for (let tries = 1; !patience.aborted; tries += 1) {
      const answer: Answer | undefined = await post(stage, own, '/api/bills', sent, stage.staffToken)
      if (answer && (answer.status === 201 || answer.status === 409)) return answer
      if (answer && answer.status < 500 && answer.status !== 202)
        throw new Error(`${bill._id} was told ${answer.status} ${answer.body.message}`)
      if (tries >= PATIENT_TRIES) sent = { ...bill, handedOver: true }
      await delay(own.int(30, 300))
    }
    return undefined
  }

  /** True if the product books a bill above its MRP, which is a mistake. */
  async function isTaken(bill: CreateBill, own: Random): Promise<boolean> {
    while (!patience.aborted) {
      const answer = await post(stage, own, '/api/bills', bill, stage.staffToken)
      if (answer && answer.status < 500) return answer.status < 300
      await delay(own.int(30, 300))
    }
    return false
  }

  async function sell(counter: CreateBill['counter'], code: string, own: Random): Promise<void> {
    let [number, lines]: [number, Line[]] = [1, []]
    const day = createDrawerDay({
      ...{ counter, patience, random: own.fork() },
      post: (path, body, as) =>
        post(stage, own, path, body, as === 'admin' ? stage.userToken : stage.staffToken),
    })
    known.push(day.known)
    while (!patience.aborted && (lines.length > 0 || !stopping.aborted)) {
      await day.goOn(number - 1)
      if (lines.length === 0)
        lines = Array.from({ length: own.int(1, 4) }, () => newLine(own.pick(medicineIds), own.int(1, 4)))
      if (own.chance(ABOVE_MRP)) {
        if (await isTaken(dearBillOf(counter, number, lines), own)) number += 1
      }
      const bill = billOf(counter, number, lines, own.int(0, 80))
      const answer = await untilDecided(bill, own)
      if (answer?.status === 409) lines = linesAfter(lines, answer.body.refused)
      else if (answer) {
        const year = financialYearOf(bill.day)
        printed.push({ bill, number: documentNumberText({ counter: code, kind: 'bill', year, number }) })
        day.sold(bill)
        number += 1
        lines = []
      }
      await delay(own.int(20, 200))
    }
  }

  async function register(letter: string, own: Random): Promise<void> {
    for (;;) {
      const body = { letter, name: `Counter ${letter}` }
      const made = await post<{ _id: string; secret: string; code: string }>(
        ...([stage, own, '/api/bills/counters', body, stage.userToken] as const),
      )
      if (patience.aborted) return
      if (made?.status === 201)
        return sell({ _id: made.body._id, secret: made.body.secret }, made.body.code, own)
      await delay(own.int(50, 200))
    }
  }
  await Promise.all(COUNTERS.map((letter) => register(letter, random.fork())))
  return { printed, known }
}
