import type { Season, SeasonScheme } from './analytics-words.ts'

const table = (months: string) => months.split(' ') as Season[]

/**
 * Seasons of January to December north of the equator. `standard` (specification): winter is December to February, then
 * three months each. `imd` (India Meteorological Department): winter January and February, pre-monsoon March to May,
 * monsoon June to September, post-monsoon October to December. The four Indian seasons reuse the specification's names
 * in this order, so that both schemes share one table of multipliers.
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
  /** Degrees. South of the equator (below 0) the standard seasons shift by six months. */
  latitude: number
}

/** Returns the season of a month, 1 to 12. The Indian scheme never shifts, because it follows the monsoon. */
export function seasonOfMonth(month: number, { scheme, latitude }: SeasonRule): Season {
  const shift = scheme === 'standard' && latitude < 0 ? 6 : 0
  return northern[scheme][(month - 1 + shift) % 12] as Season
}

/** Returns the name of a season in this scheme, for use in sentences. */
export function seasonName(season: Season, scheme: SeasonScheme): string {
  const own = localNames[scheme][season]
  return own === season ? season : `${own} (${season})`
}
