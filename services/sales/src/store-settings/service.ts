import { type BillSettings, defaultBillSettings, type ShownBillSettings } from '@mms/contracts'
import type { Knex } from 'knex'
import { type CurrentVersion, createSavedSettings } from '../saved-settings/store.ts'

const toShown = ({ version, value, at, by }: CurrentVersion<BillSettings>): ShownBillSettings => ({
  ...value,
  version,
  ...(at && { changedAt: at }),
  ...(by && { changedBy: by }),
})

export function createStoreSettings(db: Knex) {
  const saved = createSavedSettings(db, {
    table: 'store_settings',
    column: 'settings',
    defaults: defaultBillSettings,
    subject: 'bill-settings',
    staleCode: 'sales.settings_changed',
  })
  return {
    present: async (): Promise<ShownBillSettings> => toShown(await saved.present()),
    /** Finds the current settings (at most a second old) or those of a version. */
    async findSettings(version?: number): Promise<ShownBillSettings | undefined> {
      const recent = await saved.recent()
      if (version === undefined || version === recent.version) return toShown(recent)
      const former = await saved.find(version)
      return former && toShown(former)
    },
    async update(...change: Parameters<typeof saved.update>) {
      await saved.update(...change)
      return toShown(await saved.present())
    },
  }
}
export type StoreSettingsService = ReturnType<typeof createStoreSettings>
