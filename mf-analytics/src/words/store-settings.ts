export const placeAndCalendar = 'Place and calendar'
export const timeZoneText = (timeZone: string) =>
  `The store's time zone is ${timeZone}; it is set at installation.`
export const cityHint = 'Decides which months are rainy, dry, cold and hot.'
export const standardSeasons = 'Winter from December, spring from March, and so on'
export const imdSeasons = 'India Meteorological Department'
export const ordering = 'Ordering'
export const orderingText = 'Used for suggested orders.'
export const leadTimeHint = 'Days from order to delivery.'
export const reviewPeriodHint = 'Days between two orders.'
export const serviceLevelHint = 'The share of demand that stock should meet.'
export const byHand = 'Season and climate by hand'
export const byHandText = 'For an unusual year. Each setting ends after the date you choose.'
export const byCalendar = 'By the calendar'
export const byCityClimate = "By the city's climate"
export const settingsLoadFailed = 'Failed to load the settings'
export const billsLink = 'Bills, taxes and counters'
export const administratorsOnly = 'Only administrators can change the store settings'
export const askAdministrator = 'Ask an administrator if something here is wrong.'
export const loadingSettings = 'Loading the settings...'
export const changes = 'Changes'
export const noChangesYet = 'No changes yet.'
export const settingChanges = 'Changes to the settings'
export const setting = 'Setting'
export const settingLabels = {
  city: 'City',
  seasonScheme: 'Seasons',
  leadTimeDays: 'Lead time in days',
  reviewPeriodDays: 'Review period in days',
  serviceLevel: 'Service level',
  season: 'Season',
  seasonUntil: 'Season until',
  climate: 'Climate',
  climateUntil: 'Climate until',
} as const
export const settingNames: Record<string, string> = {
  ...settingLabels,
  seasonOverride: 'Season by hand',
  climateOverride: 'Climate by hand',
}
export const settingsForm = {
  submit: 'Save settings',
  saved: 'Settings saved',
  saveFailed: 'Failed to save the settings',
  noun: 'settings',
}
