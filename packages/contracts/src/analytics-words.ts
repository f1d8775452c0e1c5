/*
 * Words only, no schemas: pages that show season and climate use them without loading the schema library.
 */

/** The specification's four seasons. */
export const seasons = ['winter', 'spring', 'summer', 'fall'] as const
export type Season = (typeof seasons)[number]

/** The specification's four climates. */
export const climates = ['rainy', 'dry', 'cold', 'hot'] as const
export type Climate = (typeof climates)[number]

/** `standard`: the specification's months. `imd`: the seasons of the India Meteorological Department. */
export const seasonSchemes = ['standard', 'imd'] as const
export type SeasonScheme = (typeof seasonSchemes)[number]

/** What a report may be about. */
export const reportPeriods = ['last-week', 'last-month', 'last-quarter', 'last-year', 'custom'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** Most days of a report: ten years. */
export const MAX_REPORT_DAYS = 3_653

/**
 * The page of a medicine's demand. Areas that name medicines link to it with the sdk's `PageLink`, which shows no link
 * where no area of the deployment has it.
 */
export const MEDICINE_DEMAND_PAGE = '/medicine-demand/:id'

/** Above it a medicine counts as sensitive to season and climate. */
export const SENSITIVE_ABOVE = 1.3
