import type { Knex } from 'knex'

/** What a save left; version 0 before the first. */
export interface SavedSettings {
  version: number
  administratorsNeedSecondStep: boolean
  pinsAllowed: boolean
}

export function createSettingsStore(db: Knex) {
  return {
    async find(): Promise<SavedSettings> {
      const row = await db('sign_in_settings')
        .orderBy('version', 'desc')
        .first('version', 'admins_need_second_step', 'pins_allowed')
      if (!row) return { version: 0, administratorsNeedSecondStep: false, pinsAllowed: false }
      return {
        version: row.version,
        administratorsNeedSecondStep: Boolean(row.admins_need_second_step),
        pinsAllowed: Boolean(row.pins_allowed),
      }
    },

    /** Throws a unique violation when another save was first. */
    async insert(saved: SavedSettings, userId: string, at: Date): Promise<void> {
      await db('sign_in_settings').insert({
        version: saved.version,
        admins_need_second_step: saved.administratorsNeedSecondStep,
        pins_allowed: saved.pinsAllowed,
        user_id: userId,
        changed_at: at,
      })
    },
  }
}
