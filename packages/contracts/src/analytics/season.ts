import type { Season, SeasonScheme } from './analytics-words.ts'

const table = (months: string) => months.split(' ') as Season[]

/**
 * Seasons of January to December north of the equator.
 * `standard` (specification): winter December to February, then three months each.
 * `imd` (India Meteorological Department): winter January and February, pre-monsoon March to May, monsoon June to
 * September, post-monsoon October to December. They reuse the four names of the specification in this order, so that
 * one table of multipliers serves both.
 */
const northern: Record<SeasonScheme, Season[]> = {
  standard: table('winter winter spring spring spring summer summer summer fall fall fall winter'),
  imd: table('winter winter spring spring spring summer summer summer summer fall fall fall'),
}

const localNames: Record<SeasonScheme, Record<Season, string>> = {
  standard: { winter: 'winter', spring: 'spring', summer: 'summer', fall: 'fall' },
  imd: { winter: 'winter', spring: 'pre-monsoon', summer: 'monsoon', fall: 'post-monsoon' },
}

export interface SeasonRule {
  scheme: SeasonScheme
  /** Degrees; in the south (below 0) the standard seasons shift by six months. */
  latitude: number
}

/** Returns the season of a month, 1 to 12. The Indian scheme never shifts: it follows the monsoon. */
export function seasonOfMonth(month: number, { scheme, latitude }: SeasonRule): Season {
  const shift = scheme === 'standard' && latitude < 0 ? 6 : 0
  return northern[scheme][(month - 1 + shift) % 12] as Season
}

/** Returns the scheme's name of a season, for sentences. */
export function seasonName(season: Season, scheme: SeasonScheme): string {
  const own = localNames[scheme][season]
  return own === season ? season : `${own} (${season})`
}
