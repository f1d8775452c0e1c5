import {
  type BillDocument,
  type CreateBill,
  DAY_MS,
  financialYearOf,
  type ShownBillSettings,
} from '@mms/contracts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import * as words from '../words/bills.ts'
import type { BillDraft } from './draft.ts'
import { openDrawerJournal } from './drawer-journal.ts'

/** `asked`: waiting for the server. `handed-over`: the customer has the goods, the server lacks the bill. */
export type JournalState = 'asked' | 'handed-over' | 'final'

export interface JournalBill {
  _id: string
  counterId: string
  year: string
  number: number
  state: JournalState
  body: CreateBill
  /** The bill as printed, or as it would be printed. */
  paper: BillDocument
  /** The server's reason for refusing a handed-over bill. */
  problem?: string
}

export interface HeldDraft {
  id: string
  heldAt: string
  draft: BillDraft
}

/** Number and times that the journal assigns to a new bill. */
export interface BillNumber {
  year: string
  number: number
  day: string
  madeAt: string
}

type Made = Pick<JournalBill, 'body' | 'paper'>

/** `highest` holds the last number of each financial year. */
interface Series {
  counterId: string
  highest: Record<string, number>
  day: string
  madeAt: string
}

interface Schema extends DBSchema {
  bills: { key: string; value: JournalBill; indexes: { state: JournalState; madeAt: string } }
  series: { key: string; value: Series }
  holds: { key: string; value: HeldDraft }
  settings: { key: 'store'; value: ShownBillSettings }
}

const NAME = 'mms-bill-journal'
const KEPT_BILLS_DAYS = 31
const KEPT_HOLDS_DAYS = 7

/** Another bill is in state `asked`, maybe in another tab. */
export class BillPendingError extends Error {
  override readonly name = 'BillPendingError'
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const later = (a: string, b: string) => (a > b ? a : b)
const emptySeries = (counterId: string): Series => ({ counterId, highest: {}, day: '', madeAt: '' })
const byNumber = (a: JournalBill, b: JournalBill) => a.year.localeCompare(b.year) || a.number - b.number

type Database = IDBPDatabase<Schema>

/**
 * The counter's own record of its bills, which also assigns their numbers. Each change is one durable
 * transaction, so that a power cut never leaves half of it.
 */
export async function openJournal(name = NAME) {
  const [db, drawers] = await Promise.all([open(name), openDrawerJournal(`${name}-drawers`, announce)])
  const close = () => {
    db.close()
    drawers.closeDrawers()
  }
  return { ...numbersOf(db), ...statesOf(db), ...keptOf(db), ...drawers, close }
}

export type Journal = Awaited<ReturnType<typeof openJournal>>

const write = (db: Database) => db.transaction(['bills', 'series'], 'readwrite', { durability: 'strict' })

const numbersOf = (db: Database) => ({
  /** Stores a new bill as `asked`. `make` must be synchronous, because awaiting ends the transaction. */
  async ask(
    counterId: string,
    now: { day: string; madeAt: string },
    make: (given: BillNumber) => Made,
  ): Promise<JournalBill> {
    const tx = write(db)
    const bills = tx.objectStore('bills')
    if ((await bills.index('state').count('asked')) > 0) throw new BillPendingError(words.anotherBillAsked)
    const series = (await tx.objectStore('series').get(counterId)) ?? emptySeries(counterId)
    const day = later(now.day, series.day)
    const year = financialYearOf(day)
    const number = (series.highest[year] ?? 0) + 1
    const made = make({ year, number, day, madeAt: later(now.madeAt, series.madeAt) })
    const bill: JournalBill = { _id: made.body._id, counterId, year, number, state: 'asked', ...made }
    await Promise.all([bills.add(bill), tx.done])
    return bill
  },
  /** Synchronises numbers. Bills that a restored server lacks are sent again. */
  async follow(counterId: string, year: string, { last, missing }: { last: number; missing: number[] }) {
    const tx = write(db)
    const bills = tx.objectStore('bills')
    // The server may already count the number of an `asked` bill, and a refusal frees it again.
    if ((await bills.index('state').count('asked')) === 0) {
      const series = (await tx.objectStore('series').get(counterId)) ?? emptySeries(counterId)
      const highest = Math.max(last, series.highest[year] ?? 0)
      await tx.objectStore('series').put({ ...series, highest: { ...series.highest, [year]: highest } })
    }
    const isLost = (bill: JournalBill) =>
      bill.counterId === counterId && bill.year === year && missing.includes(bill.number)
    const lost = missing.length > 0 ? (await bills.index('state').getAll('final')).filter(isLost) : []
    for (const bill of lost) await bills.put({ ...bill, state: 'handed-over' })
    await tx.done
    if (lost.length > 0) announce()
  },
  highest: async (counterId: string, year: string) => (await db.get('series', counterId))?.highest[year] ?? 0,
})

function statesOf(db: Database) {
  /** Changes or deletes a bill that is in one of the states `from`. Returns undefined if it is not. */
  const move = async (id: string, from: readonly JournalState[], change: Partial<JournalBill> | null) => {
    const tx = write(db)
    const bills = tx.objectStore('bills')
    const bill = await bills.get(id)
    const next = bill && from.includes(bill.state) ? { ...bill, ...change } : undefined
    if (next && change) {
      const series = (await tx.objectStore('series').get(next.counterId)) ?? emptySeries(next.counterId)
      await Promise.all([bills.put(next), tx.objectStore('series').put(withNumber(series, next))])
    } else if (next) await bills.delete(id)
    await tx.done
    if (next) announce()
    return next
  }

  return {
    find: (id: string) => db.get('bills', id),
    asked: async () => (await db.getAllFromIndex('bills', 'state', 'asked'))[0],
    /** Deletes a refused bill, which frees its number. */
    drop: (id: string) => move(id, ['asked'], null),
    handOver: (id: string) => move(id, ['asked'], { state: 'handed-over' }),
    /** Marks a bill final. A handed-over bill keeps the paper that the customer has. */
    finish: (id: string, paper?: BillDocument) =>
      move(id, paper ? ['asked'] : ['handed-over'], { state: 'final', ...(paper && { paper }) }),
    note: (id: string, problem: string) => move(id, ['handed-over'], { problem }),
    waiting: async () => (await db.getAllFromIndex('bills', 'state', 'handed-over')).toSorted(byNumber),
    async last() {
      const newest = await db.transaction('bills').store.index('madeAt').openCursor(null, 'prev')
      return newest?.value.state === 'asked' ? (await newest.continue())?.value : newest?.value
    },
  }
}

const keptOf = (db: Database) => ({
  async hold(draft: BillDraft) {
    await db.put('holds', { id: draft.id, heldAt: new Date().toISOString(), draft })
    announce()
  },
  async release(id: string) {
    await db.delete('holds', id)
    announce()
  },
  holds: async () =>
    (await db.getAll('holds'))
      .filter(({ heldAt }) => heldAt > daysAgo(KEPT_HOLDS_DAYS))
      .toSorted((a, b) => b.heldAt.localeCompare(a.heldAt)),
  settings: () => db.get('settings', 'store'),
  keepSettings: (settings: ShownBillSettings) => db.put('settings', settings, 'store'),
  /** Deletes final bills and held drafts that are too old. */
  async prune() {
    const tx = db.transaction(['bills', 'holds'], 'readwrite')
    const old = tx
      .objectStore('bills')
      .index('madeAt')
      .iterate(IDBKeyRange.upperBound(daysAgo(KEPT_BILLS_DAYS)))
    for await (const cursor of old) if (cursor.value.state === 'final') await cursor.delete()
    for await (const cursor of tx.objectStore('holds'))
      if (cursor.value.heldAt <= daysAgo(KEPT_HOLDS_DAYS)) await cursor.delete()
    await tx.done
  },
})

function withNumber(series: Series, { year, number, body }: JournalBill): Series {
  const highest = { ...series.highest, [year]: Math.max(number, series.highest[year] ?? 0) }
  return { ...series, highest, day: later(body.day, series.day), madeAt: later(body.madeAt, series.madeAt) }
}

const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('mms-bill-journal')
const callAll = () => {
  for (const listener of [...listeners]) listener()
}
otherTabs.addEventListener('message', callAll)

function announce(): void {
  callAll()
  otherTabs.postMessage(null)
}

/** Calls `listener` after each change of a bill, a held draft or a drawer request, also from another tab. */
export function onJournalChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function open(name: string): Promise<Database> {
  return openDB<Schema>(name, 1, {
    upgrade(db) {
      const bills = db.createObjectStore('bills', { keyPath: '_id' })
      bills.createIndex('state', 'state')
      bills.createIndex('madeAt', 'body.madeAt')
      db.createObjectStore('series', { keyPath: 'counterId' })
      db.createObjectStore('holds', { keyPath: 'id' })
      db.createObjectStore('settings')
    },
    // Do not block the next release's tab until this one closes.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })
}
