import type { Season, SeasonScheme } from './analytics-words.ts'

/* Rules only, no schemas. */

const table = (months: string) => months.split(' ') as Season[]

/**
 * Seasons of the months January to December north of the equator.
 *
 * `standard`, the specification's: winter December to February, spring March to May, summer June to August, fall
 * September to November.
 *
 * `imd`, those of the India Meteorological Department: winter January and February, pre-monsoon March to May, monsoon
 * June to September, post-monsoon October to December. In that order they take the specification's four names, so that
 * one table of multipliers serves both.
 */
const northern: Record<SeasonScheme, Season[]> = {
  standard: table('winter winter spring spring spring summer summer summer fall fall fall winter'),
  imd: table('winter winter spring spring spring summer summer summer summer fall fall fall'),
}

/** What the scheme itself calls its seasons. */
const localNames: Record<SeasonScheme, Record<Season, string>> = {
  standard: { winter: 'winter', spring: 'spring', summer: 'summer', fall: 'fall' },
  imd: { winter: 'winter', spring: 'pre-monsoon', summer: 'monsoon', fall: 'post-monsoon' },
}

export interface SeasonRule {
  scheme: SeasonScheme
  /** Degrees; south of the equator, below 0, the standard seasons lie six months apart. */
  latitude: number
}

/**
 * The season of a month, 1 to 12. The scheme of India is not shifted: it is about the monsoon, not about the sun.
 *
 * @example seasonOfMonth(7, { scheme: 'standard', latitude: -33.9 }) // 'winter'
 */
export function seasonOfMonth(month: number, { scheme, latitude }: SeasonRule): Season {
  const shift = scheme === 'standard' && latitude < 0 ? 6 : 0
  return northern[scheme][(month - 1 + shift) % 12] as Season
}

/** A season as the scheme calls it, for sentences. */
export function seasonName(season: Season, scheme: SeasonScheme): string {
  const own = localNames[scheme][season]
  return own === season ? season : `${own} (${season})`
}
