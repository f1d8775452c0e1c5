import { formatCount } from '@mms/ui'

const weekday = new Intl.DateTimeFormat('en-IN', { weekday: 'long', timeZone: 'UTC' })

export const weekdayOf = (date: string): string => weekday.format(new Date(date))

/** Omits the percentage if a figure is zero. Example: `▲ 20 % on last Monday by now (₹100.00)`. */
export function describeComparison(now: number, before: number, shown: string, day: string): string {
  if (now <= 0 || before <= 0) return `${shown} last ${day} by now`
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return `as last ${day} by now (${shown})`
  return `${percent > 0 ? '▲' : '▼'} ${formatCount(Math.abs(percent))} % on last ${day} by now (${shown})`
}
