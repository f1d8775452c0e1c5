import type { SettingChange, StoreSettings } from '@mms/contracts'
import { DEFAULT_CITY } from '../places/cities.ts'

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
