import type { Climate, Season, SeasonScheme, StoreSettings, StoreSettingsShown } from '@mms/contracts'

/** What the fields hold: text. */
export interface SettingsValues {
  city: string
  seasonScheme: string
  leadTimeDays: string
  reviewPeriodDays: string
  /** In percent. */
  serviceLevel: string
  season: string
  seasonUntil: string
  climate: string
  climateUntil: string
}

export function toValues(settings: StoreSettingsShown): SettingsValues {
  const { seasonOverride, climateOverride } = settings
  return {
    city: settings.city,
    seasonScheme: settings.seasonScheme,
    leadTimeDays: String(settings.leadTimeDays),
    reviewPeriodDays: String(settings.reviewPeriodDays),
    serviceLevel: String(Math.round(settings.serviceLevel * 1_000) / 10),
    season: seasonOverride?.season ?? '',
    seasonUntil: seasonOverride?.until ?? '',
    climate: climateOverride?.climate ?? '',
    climateUntil: climateOverride?.until ?? '',
  }
}

export function toSettings(values: SettingsValues): StoreSettings {
  const { season, seasonUntil, climate, climateUntil } = values
  return {
    city: values.city,
    seasonScheme: values.seasonScheme as SeasonScheme,
    leadTimeDays: Number(values.leadTimeDays),
    reviewPeriodDays: Number(values.reviewPeriodDays),
    serviceLevel: Number(values.serviceLevel) / 100,
    seasonOverride: season ? { season: season as Season, until: seasonUntil } : null,
    climateOverride: climate ? { climate: climate as Climate, until: climateUntil } : null,
  }
}

type Errors = Partial<Record<keyof SettingsValues, string>>

/** What is wrong, said beside the field. The bounds are the contract's. */
export function problemsOf(values: SettingsValues): Errors {
  const errors: Errors = {}
  const whole = (field: 'leadTimeDays' | 'reviewPeriodDays', least: number, most: number) => {
    if (isWithin(values[field], least, most) && Number.isInteger(Number(values[field]))) return
    errors[field] = `Please enter a whole number of days from ${least} to ${most}`
  }
  whole('leadTimeDays', 0, 180)
  whole('reviewPeriodDays', 1, 90)
  if (!isWithin(values.serviceLevel, 50, 99.9)) errors.serviceLevel = 'Please enter a number from 50 to 99.9'
  if (values.season && !values.seasonUntil) errors.seasonUntil = 'Please choose until when it holds'
  if (values.climate && !values.climateUntil) errors.climateUntil = 'Please choose until when it holds'
  return errors
}

const isWithin = (text: string, least: number, most: number) =>
  text.trim() !== '' && Number(text) >= least && Number(text) <= most

/** The field that a part of the body is typed into, for what the server finds wrong. */
export function fieldOf(path: string): keyof SettingsValues | undefined {
  if (path.startsWith('seasonOverride')) return 'seasonUntil'
  if (path.startsWith('climateOverride')) return 'climateUntil'
  const fields = ['city', 'seasonScheme', 'leadTimeDays', 'reviewPeriodDays', 'serviceLevel'] as const
  return fields.find((field) => field === path)
}
