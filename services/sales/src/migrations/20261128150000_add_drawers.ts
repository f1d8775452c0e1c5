import {
  addColumnOnce,
  addIndexOnce,
  createTableOnce,
  idColumn,
  instantColumn,
  type Migration,
} from '@mms/service-kit'
import type { Knex } from 'knex'

/**
 * `open_counter` is the counter while the drawer is open, so that a counter has one. `report` is the closed drawer as it
 * is shown, and never changes. Money in paise.
 */
const createDrawers = (db: Knex) =>
  createTableOnce(db, 'drawers', (table) => {
    idColumn(table).primary()
    idColumn(table, 'counter_id')
    table.specificType('open_counter', 'char(36)').nullable()
    table.date('day').notNullable()
    table.bigInteger('opening_float').notNullable()
    table.string('pharmacist', 200).notNullable()
    instantColumn(table, 'opened_at')
    table.string('opened_by', 64).notNullable()
    table.string('opened_by_name', 200).notNullable()
    table.string('fingerprint', 64).notNullable()
    table.datetime('closed_at', { precision: 3 }).nullable()
    table.specificType('year', 'char(5)').nullable()
    table.integer('number').nullable()
    table.string('closing_fingerprint', 64).nullable()
    table.text('report', 'mediumtext').nullable()
    table.unique(['open_counter'], { indexName: 'drawers_open_once' })
    table.unique(['counter_id', 'year', 'number'], { indexName: 'drawers_number_once' })
    table.index(['closed_at'], 'drawers_by_closing')
    table.index(['counter_id', 'opened_at'], 'drawers_by_counter')
  })

const createDrawerEntries = (db: Knex) =>
  createTableOnce(db, 'drawer_entries', (table) => {
    idColumn(table).primary()
    idColumn(table, 'drawer_id')
    table.string('direction', 3).notNullable()
    table.string('kind', 10).notNullable()
    table.bigInteger('amount').notNullable()
    table.string('note', 200).notNullable()
    instantColumn(table, 'made_at')
    table.string('created_by', 64).notNullable()
    table.string('created_by_name', 200).notNullable()
    table.string('fingerprint', 64).notNullable()
    table.index(['drawer_id'], 'drawer_entries_by_drawer')
  })

const createPaymentMoves = (db: Knex) =>
  createTableOnce(db, 'payment_moves', (table) => {
    idColumn(table).primary()
    idColumn(table, 'bill_id')
    table.string('from_mode', 10).notNullable()
    table.string('to_mode', 10).notNullable()
    table.bigInteger('amount').notNullable()
    table.string('reference', 50).notNullable()
    table.string('created_by', 64).notNullable()
    table.string('created_by_name', 200).notNullable()
    instantColumn(table, 'recorded_at')
    table.string('fingerprint', 64).notNullable()
    table.index(['bill_id'], 'payment_moves_by_bill')
  })

/** Of final bills, negative for credit notes, so that reports read no documents. */
const createBillTaxes = (db: Knex) =>
  createTableOnce(db, 'bill_taxes', (table) => {
    idColumn(table, 'bill_id')
    table.integer('rate_basis_points').notNullable()
    table.date('day').notNullable()
    for (const amount of ['taxable', 'cgst', 'sgst', 'igst']) table.bigInteger(amount).notNullable()
    table.primary(['bill_id', 'rate_basis_points'], 'bill_taxes_primary')
    table.index(['day', 'rate_basis_points', 'taxable', 'cgst', 'sgst', 'igst'], 'bill_taxes_by_day')
  })

/**
 * Each final document has a payment at position 0 with its round-off, even of ₹0, so that payments count documents.
 * `counter_id` and `drawer_id` are where the money is. The release before writes none of these columns.
 */
async function extendPayments(db: Knex): Promise<void> {
  await addColumnOnce(db, 'bill_payments', 'drawer_id', (table) => {
    table.string('kind', 4).nullable()
    table.date('day').nullable()
    table.specificType('counter_id', 'char(36)').nullable()
    table.string('seller_id', 64).nullable()
    table.bigInteger('round_off').nullable()
    table.specificType('drawer_id', 'char(36)').nullable()
  })
  const reported = ['kind', 'mode', 'counter_id', 'seller_id', 'drawer_id', 'position', 'amount', 'round_off']
  await addIndexOnce(db, 'bill_payments', 'bill_payments_by_day', (table) => {
    table.index(['day', ...reported], 'bill_payments_by_day')
  })
  await addIndexOnce(db, 'bill_payments', 'bill_payments_by_drawer', (table) => {
    table.index(['drawer_id', 'kind', 'mode', 'amount'], 'bill_payments_by_drawer')
  })
}

async function fill(db: Knex): Promise<void> {
  await db.raw(`insert into bill_payments (bill_id, position, mode, amount)
    select id, 0, 'cash', 0 from bills where status = 'final'
    and not exists (select 1 from bill_payments p where p.bill_id = bills.id)`)
  const ofBill = (value: string) => db.raw(`(select ${value} from bills where bills.id = bill_id)`)
  const roundOff = `case kind when 'note' then -1 else 1 end * json_extract(document, '$.roundOff')`
  await db('bill_payments')
    .whereNull('kind')
    .update({
      day: ofBill('day'),
      counter_id: ofBill('counter_id'),
      seller_id: ofBill('seller_id'),
      round_off: db.raw('case position when 0 then ? else 0 end', [ofBill(roundOff)]),
      kind: ofBill('kind'),
    })
  await db.raw(`insert into bill_taxes (bill_id, rate_basis_points, day, taxable, cgst, sgst, igst)
    select l.bill_id, l.rate_basis_points, b.day, sum(l.taxable), sum(l.cgst), sum(l.sgst), sum(l.igst)
    from bill_lines l join bills b on b.id = l.bill_id
    where not exists (select 1 from bill_taxes t where t.bill_id = l.bill_id)
    group by l.bill_id, l.rate_basis_points, b.day`)
}

export const addDrawers: Migration = {
  name: '20261128150000_add_drawers',
  async up(db) {
    await addColumnOnce(
      db,
      'counters',
      'locks',
      (table) => void table.bigInteger('locks').notNullable().defaultTo(0),
    )
    await createDrawers(db)
    await createDrawerEntries(db)
    await createPaymentMoves(db)
    await createBillTaxes(db)
    await extendPayments(db)
    await fill(db)
  },
}
