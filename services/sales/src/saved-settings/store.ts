import {
  differences,
  inTransaction,
  isUniqueViolation,
  problem,
  recordChange,
  toInstant,
} from '@mms/service-kit'
import type { Knex } from 'knex'

export interface Author {
  _id: string
  name: string
}

export interface SavedVersion<T> {
  version: number
  value: T
  at: string
  by: Author
}

/** Version 0 means the defaults, which nobody has saved. */
export type CurrentVersion<T> = Pick<SavedVersion<T>, 'version' | 'value'> & Partial<SavedVersion<T>>

interface SavedSettingsOptions<T> {
  table: 'counter_limits' | 'store_settings'
  column: 'limits' | 'settings'
  /** Values of version 0, and of fields that a later release adds. */
  defaults: T
  subject: string
  staleCode: string
}

const RECENT_MS = 1_000

/** Stores one row per save: the highest version applies, the others are the history. */
export function createSavedSettings<T extends object>(db: Knex, options: SavedSettingsOptions<T>) {
  const { table, column, defaults, subject, staleCode } = options
  const stale = () =>
    problem.preconditionFailed(
      staleCode,
      'Another administrator has changed these settings. Check them again',
    )
  const newest = () =>
    db(table).orderBy('version', 'desc').select('version', column, 'user_id', 'user_name', 'changed_at')
  const toSaved = (row: Record<string, string> & { version: number }): SavedVersion<T> => ({
    version: row.version,
    value: { ...defaults, ...JSON.parse(row[column] as string) },
    at: toInstant(row.changed_at as string),
    by: { _id: row.user_id as string, name: row.user_name as string },
  })
  const unsaved: CurrentVersion<T> = { version: 0, value: defaults }

  let cached: { at: number; saved: Promise<CurrentVersion<T>> } | undefined
  const list = async (limit: number): Promise<SavedVersion<T>[]> => (await newest().limit(limit)).map(toSaved)
  const present = async (): Promise<CurrentVersion<T>> => (await list(1))[0] ?? unsaved

  return {
    list,
    present,
    async find(version: number): Promise<CurrentVersion<T> | undefined> {
      if (version === 0) return unsaved
      const row = await newest().where({ version }).first()
      return row && toSaved(row)
    },
    /** At most a second old; cached, so that sales do not wait. */
    recent(): Promise<CurrentVersion<T>> {
      const now = performance.now()
      if (!cached || now - cached.at > RECENT_MS) {
        const saved = present()
        cached = { at: now, saved }
        saved.catch(() => {
          cached = undefined
        })
      }
      return cached.saved
    },
    async update(value: T, isCurrent: (version: number) => boolean, author: Author): Promise<void> {
      const { version, value: before } = await present()
      if (!isCurrent(version)) throw stale()
      const changes = differences(before, value, Object.keys(defaults) as (keyof T & string)[])
      if (!changes) return
      try {
        await inTransaction(db, async (trx) => {
          await trx(table).insert({
            version: version + 1,
            [column]: JSON.stringify(value),
            changed_at: new Date(),
            user_id: author._id,
            user_name: author.name,
          })
          await recordChange(trx, { action: 'settings.changed', subject, ...changes })
        })
      } catch (error) {
        throw isUniqueViolation(error) ? stale() : error
      }
      cached = undefined
    },
  }
}
