import type { ClimateDemand } from '@mms/contracts'
import { formatDate } from '@mms/ui'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const seasonName = capital
export const climateName = capital

const sources: Record<string, string> = {
  calendar: 'by the calendar',
  normals: 'by the climate normals of this month',
  weather: 'by the weather of these weeks',
  override: 'set by an administrator',
}

/** Empty for sources of a newer release. */
export const sourceText = (source: string) => sources[source] ?? ''

export const formatMultiplier = (multiplier: number) => `${multiplier.toFixed(1)}x`

/** Red above 2, orange above 1.5, else yellow, as specified. */
export function multiplierColor(multiplier: number): 'red' | 'orange' | 'yellow' {
  if (multiplier > 2) return 'red'
  return multiplier > 1.5 ? 'orange' : 'yellow'
}

export const placeAndDate = ({ city, date }: ClimateDemand) => `${city}, ${formatDate(date)}`
