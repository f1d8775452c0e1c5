import { type ShownStoreSettings, updateStoreSettingsSchema } from '@mms/contracts'
import { type FormApi, fieldProps, formRules, numberOf } from '@mms/sdk/forms'
import * as words from '../words/store-settings.ts'

/** Text as typed. An override that is not set is empty. */
const empty = {
  city: '',
  seasonScheme: 'standard',
  leadTimeDays: '7',
  reviewPeriodDays: '7',
  serviceLevel: '0.95',
  season: '',
  seasonUntil: '',
  climate: '',
  climateUntil: '',
}

type SettingsValues = typeof empty
export type SettingsForm = FormApi<SettingsValues>

const ownNames: Record<string, string> = {
  'seasonOverride.season': 'season',
  'seasonOverride.until': 'seasonUntil',
  'climateOverride.climate': 'climate',
  'climateOverride.until': 'climateUntil',
}

export const settingsRules = formRules({
  name: 'store-settings',
  labels: words.settingLabels,
  empty,
  schema: updateStoreSettingsSchema,
  bodyOf: ({ season, seasonUntil, climate, climateUntil, ...values }: SettingsValues) => ({
    city: values.city,
    seasonScheme: values.seasonScheme,
    leadTimeDays: numberOf(values.leadTimeDays),
    reviewPeriodDays: numberOf(values.reviewPeriodDays),
    serviceLevel: numberOf(values.serviceLevel),
    seasonOverride: season ? { season, until: seasonUntil } : null,
    climateOverride: climate ? { climate, until: climateUntil } : null,
  }),
  nameOf: (field) => ownNames[field] ?? field,
})

export function toSettingsValues(settings: ShownStoreSettings): SettingsValues {
  const { seasonOverride, climateOverride } = settings
  return {
    city: settings.city,
    seasonScheme: settings.seasonScheme,
    leadTimeDays: String(settings.leadTimeDays),
    reviewPeriodDays: String(settings.reviewPeriodDays),
    serviceLevel: String(settings.serviceLevel),
    season: seasonOverride?.season ?? '',
    seasonUntil: seasonOverride?.until ?? '',
    climate: climateOverride?.climate ?? '',
    climateUntil: climateOverride?.until ?? '',
  }
}

export const inputPropsOf = (form: SettingsForm, name: keyof SettingsValues) => ({
  label: words.settingLabels[name],
  ...fieldProps(form, name),
})
