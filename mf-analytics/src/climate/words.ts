import type { ClimateDemand } from '@mms/contracts'
import { formatDate } from '@mms/ui'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `seasonName('fall') // 'Fall'` */
export const seasonName = capital
export const climateName = capital

const sources: Record<string, string> = {
  calendar: 'by the calendar',
  normals: 'by the climate normals of this month',
  weather: 'by the weather of these weeks',
  override: 'set by an administrator',
}

/** Where the season or the climate comes from; nothing for a source that is newer than this page. */
export const sourceText = (source: string) => sources[source] ?? ''

/** `formatMultiplier(1.75) // '1.8x'` */
export const formatMultiplier = (multiplier: number) => `${multiplier.toFixed(1)}x`

/** Red above 2, orange above 1.5, else yellow, as the specification says. */
export function multiplierColor(multiplier: number): 'red' | 'orange' | 'yellow' {
  if (multiplier > 2) return 'red'
  return multiplier > 1.5 ? 'orange' : 'yellow'
}

export const whereAndWhen = ({ city, date }: ClimateDemand) => `${city}, ${formatDate(date)}`
