import type { Knex } from 'knex'
import { CLOCK_SKEW_MS } from '../clock-skew.ts'
import { byDialect } from '../database/open.ts'

/**
 * The table of the work that one replica of a service does at a time. `due_at` is when it is due and, while `holder` is at
 * it, the end of its lease. All instants are milliseconds by the clock of the database, so that those of two machines are
 * never compared. No migration makes it, because migrations are such work too.
 */
export async function createLeaseTable(db: Knex): Promise<void> {
  if (await db.schema.hasTable('leases')) return
  await db.raw(
    `create table if not exists leases (name varchar(60) primary key, holder varchar(36), due_at bigint not null,
      finished_at bigint, expected_since bigint not null)
      ${byDialect(db, { sqlite: '', mysql: 'engine InnoDB character set utf8mb4 collate utf8mb4_bin' })}`,
  )
}

/** In so many milliseconds, by the clock of the database. */
const inMs = (db: Knex, ms: number) =>
  db.raw(
    byDialect(db, {
      sqlite: `(cast(unixepoch('subsec') * 1000 as integer) + ?)`,
      mysql: '(cast(unix_timestamp(now(3)) * 1000 as signed) + ?)',
    }),
    [Math.round(ms)],
  )

/** It is due, or its lease ends further ahead than one can. */
const isOver = (query: Knex.QueryBuilder, db: Knex, leaseMs: number) =>
  query.where('due_at', '<=', inMs(db, 0)).orWhere((held) => {
    void held.whereNotNull('holder').where('due_at', '>', inMs(db, leaseMs + CLOCK_SKEW_MS))
  })

/** How a piece of work stands: one row, of which each step is a guarded update. */
export function createLeaseStore(db: Knex, name: string) {
  const row = () => db('leases').where({ name })
  const changed = async (update: Knex.QueryBuilder) => (await update) === 1

  return {
    /** Makes the row, unless it is there; the work is first due in so many milliseconds. */
    async prepare(dueInMs: number): Promise<void> {
      if (await row().first('name')) return
      const first = { name, due_at: inMs(db, dueInMs), expected_since: inMs(db, 0) }
      await db('leases').insert(first).onConflict('name').ignore()
    },
    /**
     * Takes the work where it is due; false when it is not, or another has it. It is due at most `longestMs` ahead: a clock that
     * ran ahead set what lies further.
     */
    claimDue: (holder: string, leaseMs: number, longestMs: number): Promise<boolean> =>
      changed(
        row()
          .where(
            (due) =>
              void isOver(due, db, leaseMs).orWhere('due_at', '>', inMs(db, longestMs + CLOCK_SKEW_MS)),
          )
          .update({ holder, due_at: inMs(db, leaseMs) }),
      ),
    /** Takes work that need not be due, unless another is at it. */
    claimFree: (holder: string, leaseMs: number): Promise<boolean> =>
      changed(
        row()
          .where((free) => void isOver(free, db, leaseMs).orWhereNull('holder'))
          .update({ holder, due_at: inMs(db, leaseMs) }),
      ),
    /** Proves that the work is still the holder's, and keeps it so. */
    renew: (holder: string, leaseMs: number): Promise<boolean> =>
      changed(
        row()
          .where({ holder })
          .update({ due_at: inMs(db, leaseMs) }),
      ),
    /** Gives the work back without a result. */
    release: (holder: string, dueInMs: number): Promise<boolean> =>
      changed(
        row()
          .where({ holder })
          .update({ holder: null, due_at: inMs(db, dueInMs) }),
      ),
    /** Notes that the work of one that is still its holder is finished. */
    finish: (holder: string, dueInMs: number): Promise<boolean> =>
      changed(
        row()
          .where({ holder })
          .update({ holder: null, due_at: inMs(db, dueInMs), finished_at: inMs(db, 0) }),
      ),
    /** Lets the work be due at once; a holder that is at it has lost it. */
    async makeDue(): Promise<void> {
      await row().update({ holder: null, due_at: 0 })
    },
    /** Milliseconds since the work last finished, or since it is expected where it never has; and until it is due. */
    async standing(): Promise<{ sinceFinishedMs: number; dueInMs: number }> {
      const found = await row().first('due_at', 'finished_at', 'expected_since', { now: inMs(db, 0) })
      const now = Number(found.now)
      const finishedAt = Number(found.finished_at ?? found.expected_since)
      return {
        // One in the future would hide for as long that the work fails.
        sinceFinishedMs: now - (finishedAt > now ? Number(found.expected_since) : finishedAt),
        dueInMs: Number(found.due_at) - now,
      }
    },
  }
}
