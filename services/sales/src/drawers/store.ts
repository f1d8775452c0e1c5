import type { CreateCashEntry, Drawer, DrawerPayment, OpenDrawer } from '@mms/contracts'
import { chunksOf, lockAcrossNodes, sumsOf, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Author } from '../saved-settings/store.ts'

export interface MoneyPlace {
  counterId: string
  drawerId: string | null
}

export interface OpenedDrawer {
  id: string
  openedAt: Date
}

type Row = Record<string, string>
type Entry = Drawer['entries'][number]

const toRecord = (row: Row) => ({
  id: row.id as string,
  day: row.day as string,
  pharmacist: row.pharmacist as string,
  float: Number(row.opening_float),
  counter: { _id: row.counter_id as string, code: row.code as string, name: row.name as string },
  openedAt: toInstant(row.opened_at),
  openedBy: { _id: row.opened_by as string, name: row.opened_by_name as string },
  fingerprint: row.fingerprint as string,
  closingFingerprint: row.closing_fingerprint ?? null,
  /** The drawer as it was at its closing. */
  report: row.report ? (JSON.parse(row.report) as Drawer) : null,
})
export type DrawerRecord = ReturnType<typeof toRecord>

const toEntry = (row: Row): Entry => ({
  _id: row.id as string,
  direction: row.direction as Entry['direction'],
  kind: row.kind as Entry['kind'],
  amount: Number(row.amount),
  note: row.note as string,
  madeAt: toInstant(row.made_at),
  by: { _id: row.created_by as string, name: row.created_by_name as string },
})

export function createDrawerStore(db: Knex) {
  const drawers = () =>
    db('drawers')
      .join('counters', 'counters.id', 'drawers.counter_id')
      .orderBy('drawers.opened_at', 'desc')
      .select('drawers.*', 'counters.code', 'counters.name')
  return {
    async find(id: string): Promise<DrawerRecord | undefined> {
      const row = await drawers().where('drawers.id', id).first()
      return row && toRecord(row)
    },
    async list(counterId: string | undefined, open: { from: Date; until: Date } | undefined) {
      const found = drawers()
      if (counterId) found.where('drawers.counter_id', counterId).limit(1)
      if (open)
        found
          .where('opened_at', '<', open.until)
          .where((end) => void end.where('drawers.closed_at', '>=', open.from).orWhereNotNull('open_counter'))
      if (!counterId && !open) found.whereNotNull('open_counter')
      return ((await found) as Row[]).map(toRecord)
    },
    async insert(drawer: OpenDrawer, day: string, openedAt: Date, by: Author, fingerprint: string) {
      const counterId = drawer.counter._id
      await db('drawers').insert({
        id: drawer._id,
        counter_id: counterId,
        open_counter: counterId,
        day,
        opening_float: drawer.float,
        pharmacist: drawer.pharmacist,
        opened_at: openedAt,
        opened_by: by._id,
        opened_by_name: by.name,
        fingerprint,
      })
    },
    async isOpenAt(counterId: string): Promise<boolean> {
      return (await db('drawers').where({ open_counter: counterId }).first('id')) !== undefined
    },
    async lastReport(counterId: string): Promise<Drawer | undefined> {
      const row = await drawers().where({ counter_id: counterId, open_counter: null }).first()
      return row && toRecord(row).report
    },
    async lastNumber(counterId: string, year: string): Promise<number> {
      const [row] = await db('drawers').where({ counter_id: counterId, year }).max({ last: 'number' })
      return Number(row?.last ?? 0)
    },
    async close(report: Drawer, closedAt: Date, year: string, number: number, fingerprint: string) {
      await db('drawers')
        .where({ id: report._id })
        .update({
          open_counter: null,
          closed_at: closedAt,
          year,
          number,
          closing_fingerprint: fingerprint,
          report: JSON.stringify(report),
        })
    },
  }
}

/** Keeps a drawer from opening or closing while its payments are written. */
export function createDrawerLocks(db: Knex) {
  return {
    /**
     * Returns the open drawers by counter and keeps drawers of these counters from opening or closing until the
     * transaction ends. Whatever writes payments of a counter takes this lock, in the order of ids.
     */
    async holdOpen(counterIds: readonly string[]): Promise<Map<string, OpenedDrawer>> {
      await lockAcrossNodes(db, db('counters').whereIn('id', counterIds))
      const rows: Row[] = await db('counters')
        .leftJoin('drawers', 'drawers.open_counter', 'counters.id')
        .whereIn('counters.id', counterIds)
        .orderBy('counters.id')
        .forShare()
        .select({ counterId: 'counters.id', id: 'drawers.id', openedAt: 'drawers.opened_at' })
      const open = rows.filter(({ id }) => id !== null)
      return new Map(
        open.map(({ counterId, id, openedAt }) => [
          counterId as string,
          { id: id as string, openedAt: new Date(openedAt as string) },
        ]),
      )
    },
    /** Waits until running writes of the counter's payments end, and holds back new ones. */
    async lockCounter(id: string): Promise<void> {
      const row = () => db('counters').where({ id })
      await lockAcrossNodes(db, row())
      await row().forUpdate().first('id')
    },
  }
}

export function createDrawerContents(db: Knex) {
  /** The first payments of a drawer: exactly one of each document. */
  const documentsOf = (drawerId: string) =>
    db('bill_payments as p').where({ 'p.drawer_id': drawerId, 'p.position': 0 })

  return {
    /** Adds bills and credit notes that were made after the drawer opened, but arrived before its opening did. */
    async adopt({ id, counter, day, openedAt }: DrawerRecord): Promise<void> {
      const free = { counter_id: counter._id, drawer_id: null }
      const ids: string[] = await db('bill_payments')
        .where({ ...free, position: 0 })
        .where('day', '>=', day)
        .pluck('bill_id')
      for (const chunk of chunksOf(ids)) {
        const bills: Row[] = await db('bills').whereIn('id', chunk).select('id', 'document')
        const own = bills.filter(({ document }) => isMadeSince(JSON.parse(document as string), openedAt))
        await db('bill_payments')
          .where(free)
          .whereIn(
            'bill_id',
            own.map((bill) => bill.id as string),
          )
          .update({ drawer_id: id })
      }
    },
    async listPayments(drawerId: string): Promise<DrawerPayment[]> {
      const rows: DrawerPayment[] = await db('bill_payments')
        .where({ drawer_id: drawerId })
        .groupBy('kind', 'mode')
        .select('kind', 'mode')
        .select(sumsOf(db, { amount: 'amount' }))
      return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
    },
    async listRates(drawerId: string) {
      const sums = { taxable: 't.taxable', cgst: 't.cgst', sgst: 't.sgst', igst: 't.igst' }
      return toRates(
        await documentsOf(drawerId)
          .join('bill_taxes as t', 't.bill_id', 'p.bill_id')
          .groupBy('t.rate_basis_points')
          .orderBy('t.rate_basis_points')
          .select({ rateBp: 't.rate_basis_points' })
          .select(sumsOf(db, sums)),
      )
    },
    /** First and last number of bills and of credit notes, by financial year. */
    async listRanges(drawerId: string) {
      const rows: { kind: string; year: string; first: number; last: number; count: number }[] =
        await documentsOf(drawerId)
          .join('bills as b', 'b.id', 'p.bill_id')
          .groupBy('b.kind', 'b.year')
          .orderBy('b.year')
          .select({ kind: 'b.kind', year: 'b.year' })
          .min({ first: 'b.number' })
          .max({ last: 'b.number' })
          .count({ count: '*' })
      return rows.map((row) => ({ ...row, count: Number(row.count) }))
    },
  }
}

export function createEntryStore(db: Knex) {
  return {
    async list(drawerId: string): Promise<Entry[]> {
      const rows: Row[] = await db('drawer_entries').where({ drawer_id: drawerId }).orderBy(['made_at', 'id'])
      return rows.map(toEntry)
    },
    find: (id: string): Promise<{ fingerprint: string } | undefined> =>
      db('drawer_entries').where({ id }).first('fingerprint'),
    async insert(drawerId: string, entry: CreateCashEntry, by: Author, fingerprint: string) {
      const { _id, direction, kind, amount, note, madeAt } = entry
      await db('drawer_entries').insert({
        id: _id,
        drawer_id: drawerId,
        direction,
        kind,
        amount,
        note,
        made_at: new Date(madeAt),
        created_by: by._id,
        created_by_name: by.name,
        fingerprint,
      })
    },
  }
}

const isMadeSince = ({ madeAt }: { madeAt: string }, openedAt: string) =>
  new Date(madeAt) >= new Date(openedAt)

type Rates = Drawer['figures']['rates']

export const toRates = (rows: Rates): Rates =>
  rows.map(({ rateBp, taxable, cgst, sgst, igst }) => ({
    rateBp,
    taxable: Number(taxable),
    cgst: Number(cgst),
    sgst: Number(sgst),
    igst: Number(igst),
  }))
