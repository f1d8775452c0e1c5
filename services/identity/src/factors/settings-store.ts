import type { SignInSettings } from '@mms/contracts'
import type { Knex } from 'knex'

export function createSettingsStore(db: Knex) {
  return {
    async find(): Promise<SignInSettings> {
      const on: string[] = await db('sign_in_settings').where('is_on', true).pluck('name')
      return {
        administratorsNeedSecondStep: on.includes('administratorsNeedSecondStep'),
        pinsAllowed: on.includes('pinsAllowed'),
      }
    },

    async update(name: keyof SignInSettings, isOn: boolean): Promise<void> {
      await db('sign_in_settings').insert({ name, is_on: isOn }).onConflict('name').merge()
    },
  }
}
