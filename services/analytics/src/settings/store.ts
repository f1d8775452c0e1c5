import type { SettingChange, StoreSettings } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { DEFAULT_CITY } from '../climate-zones/cities.ts'

export const defaultSettings: StoreSettings = {
  city: DEFAULT_CITY,
  seasonScheme: 'standard',
  seasonOverride: null,
  climateOverride: null,
  leadTimeDays: 7,
  reviewPeriodDays: 7,
  serviceLevel: 0.95,
}

export function changesBetween(
  before: StoreSettings,
  after: StoreSettings,
): Pick<SettingChange, 'setting' | 'from' | 'to'>[] {
  const settings = Object.keys(after) as (keyof StoreSettings)[]
  return settings
    .filter((setting) => JSON.stringify(before[setting]) !== JSON.stringify(after[setting]))
    .map((setting) => ({ setting, from: before[setting], to: after[setting] }))
}

interface StoredSettings {
  version: number
  settings: StoreSettings
}

export function createSettingsStore(db: Knex) {
  return {
    async find(): Promise<StoredSettings> {
      const row = await db('store_settings').where({ id: 1 }).first('version', 'settings')
      if (!row) return { version: 0, settings: defaultSettings }
      // Fields added by a later release get their defaults.
      return { version: row.version, settings: { ...defaultSettings, ...JSON.parse(row.settings) } }
    },
    /** False, or a unique violation, if another user saved meanwhile. */
    async save({ version, settings }: StoredSettings): Promise<boolean> {
      const row = { id: 1, version: version + 1, settings: JSON.stringify(settings) }
      if (version > 0) return (await db('store_settings').where({ id: 1, version }).update(row)) === 1
      await db('store_settings').insert(row)
      return true
    },
    async insertChanges(changes: SettingChange[]): Promise<void> {
      await db('setting_changes').insert(
        changes.map(({ at, by, setting, from, to }) => ({
          changed_at: new Date(at),
          user_id: by._id,
          user_name: by.name,
          setting,
          before: JSON.stringify(from),
          after: JSON.stringify(to),
        })),
      )
    },
    async listChanges(limit: number): Promise<SettingChange[]> {
      const rows = await db('setting_changes').orderBy('id', 'desc').limit(limit).select('*')
      return rows.map((row) => ({
        at: toInstant(row.changed_at),
        by: { _id: row.user_id, name: row.user_name },
        setting: row.setting,
        from: JSON.parse(row.before),
        to: JSON.parse(row.after),
      }))
    },
  }
}
