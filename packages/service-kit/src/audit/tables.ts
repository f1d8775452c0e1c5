import type { Knex } from 'knex'
import type { Migration } from '../database/migrate.ts'
import { createTableOnce, instantColumn } from '../database/schema.ts'

/** Maximum lengths of the columns, in characters. */
export const AUDIT_LENGTHS = { id: 64, name: 200, subject: 200, address: 45 }

/** `position` and `hash` link the entry to the previous one (see `auditJob`). Other columns are never updated. */
async function createAuditEntries(db: Knex): Promise<void> {
  await createTableOnce(db, 'audit_entries', (table) => {
    table.bigIncrements('id')
    instantColumn(table, 'created_at')
    table.string('action', 60).notNullable()
    table.string('subject', AUDIT_LENGTHS.subject).notNullable()
    table.string('actor_id', AUDIT_LENGTHS.id).nullable()
    table.string('actor_name', AUDIT_LENGTHS.name).nullable()
    table.text('values_before', 'mediumtext').nullable()
    table.text('values_after', 'mediumtext').nullable()
    table.string('request_id', AUDIT_LENGTHS.id).nullable()
    table.string('address', AUDIT_LENGTHS.address).nullable()
    table.bigInteger('position').nullable()
    table.specificType('hash', 'char(64)').nullable()
    table.index(['subject', 'id'], 'audit_entries_by_subject')
    table.index(['actor_id', 'id'], 'audit_entries_by_actor')
    table.index(['action', 'id'], 'audit_entries_by_action')
    table.unique(['position'], { indexName: 'audit_entries_by_position' })
  })
}

/** Migrations for a service's audit log. `timestamp` (`YYYYMMDDHHMMSS`) becomes part of their names. */
export function auditMigrations(timestamp: string): Migration[] {
  return [
    {
      name: `${timestamp}_create_audit_log`,
      up: createAuditEntries,
    },
  ]
}
