export const seasons = ['winter', 'spring', 'summer', 'fall'] as const
export type Season = (typeof seasons)[number]

export const climates = ['rainy', 'dry', 'cold', 'hot'] as const
export type Climate = (typeof climates)[number]

/** `standard` follows the specification, `imd` the India Meteorological Department. */
export const seasonSchemes = ['standard', 'imd'] as const
export type SeasonScheme = (typeof seasonSchemes)[number]

export const reportPeriods = ['last-week', 'last-month', 'last-quarter', 'last-year', 'custom'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

export const MAX_REPORT_DAYS = 3_653

/** Link to it with the sdk's `PageLink`, which renders no link if no installed area has the page. */
export const MEDICINE_DEMAND_PAGE = '/medicine-demand/:id'

/** A medicine with a higher multiplier is sensitive to season or climate. */
export const SENSITIVITY_THRESHOLD = 1.3
