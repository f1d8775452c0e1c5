import type { Knex } from 'knex'
import type { Migration } from '../database/migrate.ts'
import { createTableOnce, instantColumn } from '../database/schema.ts'

/** Longest texts that the columns hold, in characters. */
export const LENGTHS = { id: 64, name: 200, subject: 200, address: 45 }

async function createAuditEntries(db: Knex): Promise<void> {
  await createTableOnce(db, 'audit_entries', (table) => {
    table.bigIncrements('id')
    instantColumn(table, 'created_at')
    table.string('action', 60).notNullable()
    table.string('subject', LENGTHS.subject).notNullable()
    table.string('actor_id', LENGTHS.id).nullable()
    table.string('actor_name', LENGTHS.name).nullable()
    table.text('values_before', 'mediumtext').nullable()
    table.text('values_after', 'mediumtext').nullable()
    table.string('request_id', LENGTHS.id).nullable()
    table.string('address', LENGTHS.address).nullable()
    table.index(['subject', 'id'], 'audit_entries_by_subject')
    table.index(['actor_id', 'id'], 'audit_entries_by_actor')
    table.index(['action', 'id'], 'audit_entries_by_action')
  })
}

/** Apart from the entries, so that nothing ever updates either table: a database user needs to insert and select only. */
async function createAuditChain(db: Knex): Promise<void> {
  await createTableOnce(db, 'audit_chain', (table) => {
    table.bigInteger('position').primary()
    table.bigInteger('entry_id').notNullable()
    table.specificType('hash', 'char(64)').notNullable()
    table.unique(['entry_id'], { indexName: 'audit_chain_by_entry' })
  })
}

/**
 * The tables of a service's audit log, as migrations named by `timestamp` (`YYYYMMDDHHMMSS`).
 *
 * @example migrate(db, [createMedicines, ...auditMigrations('20261123190000')], { log })
 */
export function auditMigrations(timestamp: string): Migration[] {
  return [
    {
      name: `${timestamp}_create_audit_log`,
      async up(db) {
        await createAuditEntries(db)
        await createAuditChain(db)
      },
    },
  ]
}
