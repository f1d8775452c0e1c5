import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { Migration } from '../database/migrate.ts'
import { createTableOnce, instantColumn } from '../database/schema.ts'

/** One row with the epoch and the highest numbered and deleted positions. */
async function createFeedHead(db: Knex): Promise<void> {
  await createTableOnce(db, 'feed_head', (table) => {
    table.integer('id').primary()
    table.string('epoch', 36).notNullable()
    table.bigInteger('position').notNullable()
    table.bigInteger('pruned_to').notNullable()
  })
}

/** The index sorts unnumbered rows (by `id`) before numbered ones. `traceparent`: trace of the event's request. */
async function createOutbox(db: Knex): Promise<void> {
  await createTableOnce(db, 'outbox', (table) => {
    table.bigIncrements('id')
    table.bigInteger('position').nullable()
    table.string('type', 100).notNullable()
    table.string('subject', 100).notNullable()
    table.text('data', 'mediumtext').notNullable()
    instantColumn(table, 'time')
    table.string('traceparent', 55).nullable()
    table.index(['position', 'id'], 'outbox_position_index')
  })
}

async function insertFeedHead(db: Knex): Promise<void> {
  const head = { id: 1, epoch: randomUUID(), position: 0, pruned_to: 0 }
  await db('feed_head').insert(head).onConflict('id').ignore()
}

/** Migrations for a service's feed. `timestamp` (`YYYYMMDDHHMMSS`) becomes part of their names. */
export function feedMigrations(timestamp: string): Migration[] {
  return [
    {
      name: `${timestamp}_create_feed`,
      async up(db) {
        await createFeedHead(db)
        await createOutbox(db)
        await insertFeedHead(db)
      },
    },
  ]
}
