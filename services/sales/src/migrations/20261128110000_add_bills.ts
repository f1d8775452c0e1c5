import { addColumnOnce, createTableOnce, idColumn, instantColumn, type Migration } from '@mms/service-kit'
import type { Knex } from 'knex'

/**
 * Every bill from its first moment, and credit notes (`credit_of`: their bill), whose money is negative in lines and
 * payments. The id is also the Idempotency-Key. `taken_number` is null once the bill is refused,
 * because the counter then uses the number again. `next_attempt_at` is set while pending, as in `transactions`, and
 * `command` is what inventory is asked. `document` is what is shown and printed; a final one never changes.
 */
const createBills = (db: Knex) =>
  createTableOnce(db, 'bills', (table) => {
    idColumn(table).primary()
    table.string('kind', 10).notNullable()
    table.specificType('credit_of', 'char(36)').nullable()
    idColumn(table, 'counter_id')
    table.specificType('year', 'char(5)').notNullable()
    table.integer('number').notNullable()
    table.integer('taken_number').nullable()
    table.string('number_text', 16).notNullable()
    table.date('day').notNullable()
    table.string('seller_id', 64).notNullable()
    table.string('customer_phone', 20).nullable()
    table.string('status', 10).notNullable()
    table.boolean('handed_over').notNullable()
    table.boolean('differs').notNullable()
    table.string('fingerprint', 64).notNullable()
    table.text('command', 'mediumtext').nullable()
    table.text('document', 'mediumtext').notNullable()
    table.integer('attempts').notNullable()
    table.datetime('next_attempt_at', { precision: 3 }).nullable()
    instantColumn(table, 'recorded_at')
    table.unique(['counter_id', 'year', 'kind', 'taken_number'], { indexName: 'bills_number_once' })
    table.index(['recorded_at', 'id'], 'bills_by_age')
    table.index(['day', 'recorded_at', 'id', 'differs'], 'bills_by_day')
    table.index(['number_text', 'recorded_at', 'id'], 'bills_by_number_text')
    table.index(['number', 'recorded_at', 'id'], 'bills_by_number')
    table.index(['customer_phone', 'recorded_at', 'id'], 'bills_by_phone')
    table.index(['differs', 'recorded_at', 'id'], 'bills_by_difference')
    table.index(['credit_of'], 'bills_by_credited')
    table.index(['next_attempt_at'], 'bills_pending')
  })

/**
 * Lines of final bills, for searches. `id` is also the transaction's. Further batches of a line have rows without money.
 * Money in paise.
 */
const createBillLines = (db: Knex) =>
  createTableOnce(db, 'bill_lines', (table) => {
    idColumn(table).primary()
    idColumn(table, 'bill_id')
    idColumn(table, 'medicine_id')
    table.string('batch_number', 50).nullable()
    table.integer('rate_basis_points').notNullable()
    for (const amount of ['net', 'taxable', 'cgst', 'sgst', 'igst']) table.bigInteger(amount).notNullable()
    instantColumn(table, 'recorded_at')
    table.index(['medicine_id', 'recorded_at', 'bill_id'], 'bill_lines_by_medicine')
    table.index(['batch_number', 'recorded_at', 'bill_id'], 'bill_lines_by_batch')
  })

const createBillPayments = (db: Knex) =>
  createTableOnce(db, 'bill_payments', (table) => {
    idColumn(table, 'bill_id')
    table.integer('position').notNullable()
    table.string('mode', 10).notNullable()
    table.bigInteger('amount').notNullable()
    table.primary(['bill_id', 'position'], 'bill_payments_primary')
  })

export const addBills: Migration = {
  name: '20261128110000_add_bills',
  async up(db) {
    await createBills(db)
    await createBillLines(db)
    await createBillPayments(db)
    await addColumnOnce(db, 'transactions', 'bill_id', (table) => {
      table.specificType('bill_id', 'char(36)').nullable()
      table.string('bill_number', 16).nullable()
    })
  },
}
