import {
  addDays,
  type CloseDrawer,
  type CounterProof,
  type CreateCashEntry,
  type Drawer,
  documentNumberText,
  financialYearOf,
  MAX_MADE_AT_AGE_MS,
  MAX_NUMBER,
  type OpenDrawer,
  startOfStoreDay,
  storeDate,
} from '@mms/contracts'
import {
  catchUp,
  failpoint,
  findCaughtUp,
  inTransaction,
  isSameFingerprint,
  problem,
  recordChange,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { findMissingNumbers } from '../counters/service.ts'
import { authenticateCounter } from '../counters/store.ts'
import { failpoints } from '../failpoints.ts'
import type { Author } from '../saved-settings/store.ts'
import { closedDrawer, MAX_NAMED_NUMBERS, numbersMissingProblem, shownDrawer } from './rules.ts'
import {
  createDrawerContents,
  createDrawerLocks,
  createDrawerStore,
  createEntryStore,
  type DrawerRecord,
  type MoneyPlace,
} from './store.ts'

type NumbersOf = (trx: Knex) => {
  /** Numbers of bills that are not final yet. */
  pending: (counterId: string) => Promise<string[]>
  /** Numbers of final and void bills of a financial year, lowest first. */
  final: (counterId: string, year: string) => Promise<number[]>
}

export interface DrawerRequest<Body> {
  body: Body
  fingerprint: string
  by: Author
}

export interface DrawerResult {
  drawer: Drawer
  replayed: boolean
}

const notFound = () => problem.notFound('sales.drawer_not_found', 'There is no such drawer')
const alreadyClosed = () => problem.conflict('sales.drawer_closed', 'This drawer is closed')

export function checkFingerprint(stored: string, made: string): void {
  if (!isSameFingerprint(stored, made))
    throw problem.unprocessable('sales.key_reused', 'This id was used for something else')
}

/** Finds a counter's open drawer, if any, and keeps it open until the transaction ends. */
export async function moneyPlaceOf(trx: Knex.Transaction, counterId: string): Promise<MoneyPlace> {
  const drawer = (await createDrawerLocks(trx).holdOpen([counterId])).get(counterId)
  return { counterId, drawerId: drawer?.id ?? null }
}

export const provenPlaceOf = async (trx: Knex.Transaction, proof: CounterProof): Promise<MoneyPlace> =>
  moneyPlaceOf(trx, (await authenticateCounter(trx, proof))._id)

async function show(db: Knex, drawer: DrawerRecord): Promise<Drawer> {
  if (drawer.report) return drawer.report
  const store = createDrawerContents(db)
  return shownDrawer(drawer, {
    entries: await createEntryStore(db).list(drawer.id),
    payments: await store.listPayments(drawer.id),
    rates: await store.listRates(drawer.id),
    ranges: await store.listRanges(drawer.id),
  })
}

/** First and last number of a drawer's bills, by financial year. */
const rangesOf = (drawer: Drawer | undefined) =>
  new Map(
    drawer?.figures.bills.map(({ first, last }) => {
      const [, year = '', number] = first.split('/')
      return [year, { first: Number(number), last: Number(last.split('/')[2]) }] as const
    }),
  )

/** Throws 409 `sales.numbers_missing` if a bill of the drawer is pending or has not reached the server. */
async function checkNumbers(
  trx: Knex,
  drawer: DrawerRecord,
  shown: Drawer,
  { highest, numbersOf }: Pick<CloseDrawer, 'highest'> & { numbersOf: NumbersOf },
) {
  const { _id: counterId, code } = drawer.counter
  const numbers = numbersOf(trx)
  const pending = await numbers.pending(counterId)
  if (pending.length > 0) throw numbersMissingProblem(pending)
  const [own, earlier] = [rangesOf(shown), rangesOf(await createDrawerStore(trx).lastReport(counterId))]
  for (const year of new Set([financialYearOf(drawer.day), ...own.keys(), ...Object.keys(highest)])) {
    const taken = await numbers.final(counterId, year)
    const first = own.get(year)?.first ?? Number.POSITIVE_INFINITY
    const below = taken.findLast((number) => number < first) ?? 0
    const start = 1 + Math.min(below, earlier.get(year)?.last ?? below)
    const last = Math.min(Math.max(highest[year] ?? 0, taken.at(-1) ?? 0), MAX_NUMBER)
    const missing = findMissingNumbers(taken, { start, last, most: MAX_NAMED_NUMBERS })
    const text = (number: number) => documentNumberText({ counter: code, kind: 'bill', year, number })
    if (missing.length > 0) throw numbersMissingProblem(missing.map(text))
  }
}

async function openIn(trx: Knex.Transaction, timeZone: string, asked: DrawerRequest<OpenDrawer>) {
  const { body, fingerprint, by } = asked
  const store = createDrawerStore(trx)
  await createDrawerLocks(trx).lockCounter(body.counter._id)
  const counter = await authenticateCounter(trx, body.counter)
  const stored = await store.find(body._id)
  if (stored) {
    checkFingerprint(stored.fingerprint, fingerprint)
    return { drawer: await show(trx, stored), replayed: true }
  }
  if (counter.closedAt !== null)
    throw problem.conflict('sales.counter_closed', `Counter ${counter.code} is closed`)
  if (await store.isOpenAt(counter._id))
    throw problem.conflict('sales.drawer_open', `The drawer of counter ${counter.code} is already open`)
  const openedAt = new Date(Math.min(Date.now(), Date.parse(body.openedAt)))
  if (Date.now() - openedAt.getTime() > MAX_MADE_AT_AGE_MS)
    throw problem.badRequest('request.invalid', 'The drawer was opened too long ago', {
      errors: { openedAt: 'is too long ago' },
    })
  await store.insert(body, storeDate(timeZone, openedAt), openedAt, by, fingerprint)
  const opened = (await store.find(body._id)) as DrawerRecord
  await createDrawerContents(trx).adopt(opened)
  const after = { float: body.float, pharmacist: body.pharmacist }
  await recordChange(trx, { action: 'drawer.opened', subject: counter.code, after })
  return { drawer: await show(trx, opened), replayed: false }
}

async function enterIn(trx: Knex.Transaction, drawer: DrawerRecord, asked: DrawerRequest<CreateCashEntry>) {
  const { body, fingerprint, by } = asked
  const entries = createEntryStore(trx)
  const open = await createDrawerLocks(trx).holdOpen([drawer.counter._id])
  await checkCounter(trx, drawer, body.counter)
  const stored = await entries.find(body._id)
  if (stored) checkFingerprint(stored.fingerprint, fingerprint)
  else {
    if (open.get(drawer.counter._id)?.id !== drawer.id) throw alreadyClosed()
    const madeAt = Math.min(Date.now(), Math.max(Date.parse(drawer.openedAt), Date.parse(body.madeAt)))
    const entry = { ...body, madeAt: new Date(madeAt).toISOString() }
    await entries.insert(drawer.id, entry, by, fingerprint)
    const { direction, kind, amount, note } = body
    const after = { direction, kind, amount, note }
    await recordChange(trx, { action: 'drawer.entry', subject: drawer.counter.code, after })
  }
  const now = (await createDrawerStore(trx).find(drawer.id)) as DrawerRecord
  return { drawer: await show(trx, now), replayed: stored !== undefined }
}

async function closeIn(
  trx: Knex.Transaction,
  id: string,
  { body, fingerprint, by }: DrawerRequest<CloseDrawer>,
  numbersOf: NumbersOf,
) {
  const store = createDrawerStore(trx)
  const drawer = (await store.find(id)) as DrawerRecord
  if (drawer.report) {
    if (drawer.closingFingerprint !== fingerprint) throw alreadyClosed()
    return { drawer: drawer.report, replayed: true }
  }
  const shown = await show(trx, drawer)
  await checkNumbers(trx, drawer, shown, { highest: body.highest, numbersOf })
  const year = financialYearOf(drawer.day)
  const number = 1 + (await store.lastNumber(drawer.counter._id, year))
  const at = new Date()
  const report = closedDrawer(shown, body, { year, number, at, by })
  await store.close(report, at, year, number, fingerprint)
  const { difference, reason, number: text } = report.closing
  await recordChange(trx, {
    action: 'drawer.closed',
    subject: drawer.counter.code,
    after: { difference, reason, report: text },
  })
  failpoint(failpoints.drawerClosed)
  return { drawer: report, replayed: false }
}

export function createDrawerService(db: Knex, timeZone: string, numbersOf: NumbersOf) {
  const find = async (id: string): Promise<DrawerRecord> => {
    const found = await findCaughtUp(db, () => createDrawerStore(db).find(id))
    if (!found) throw notFound()
    return found
  }

  return {
    open: async (asked: DrawerRequest<OpenDrawer>): Promise<DrawerResult> => {
      await catchUp(db)
      return inTransaction(db, (trx) => openIn(trx, timeZone, asked))
    },
    async enter(id: string, asked: DrawerRequest<CreateCashEntry>): Promise<DrawerResult> {
      const drawer = await find(id)
      return inTransaction(db, (trx) => enterIn(trx, drawer, asked))
    },
    /** `assertMayClose` checks a caller who lacks the counter's secret. */
    async close(
      id: string,
      asked: DrawerRequest<CloseDrawer>,
      assertMayClose: () => void,
    ): Promise<DrawerResult> {
      const drawer = await find(id)
      const { counter } = asked.body
      if (counter) await checkCounter(db, drawer, counter)
      else assertMayClose()
      const result = await inTransaction(db, async (trx) => {
        // Locks first, so that the figures include all payments written before.
        await createDrawerLocks(trx).lockCounter(drawer.counter._id)
        return closeIn(trx, id, asked, numbersOf)
      })
      failpoint(failpoints.drawerClosingCommitted)
      return result
    },
    find: async (id: string): Promise<Drawer> => show(db, await find(id)),
    async list({ day, counter }: { day?: string | undefined; counter?: string | undefined }) {
      const days = day && {
        from: startOfStoreDay(day, timeZone),
        until: startOfStoreDay(addDays(day, 1), timeZone),
      }
      const found = await createDrawerStore(db).list(counter, days || undefined)
      return Promise.all(found.map((drawer) => show(db, drawer)))
    },
  }
}
export type DrawerService = ReturnType<typeof createDrawerService>

async function checkCounter(db: Knex, drawer: DrawerRecord, proof: CounterProof): Promise<void> {
  const { _id } = await authenticateCounter(db, proof)
  if (_id === drawer.counter._id) return
  throw problem.forbidden('sales.counter_unknown', 'This drawer belongs to another counter')
}
