import { addDays } from '@mms/contracts'

export interface DayRange {
  name: string
  startDate: string
  endDate: string
}

/** Weeks and months are whole, so that a bookmarked link keeps its meaning. */
export function namedDays(today: string): DayRange[] {
  const yesterday = addDays(today, -1)
  const monday = addDays(today, -daysSinceMonday(today))
  const first = `${today.slice(0, 8)}01`
  const nextFirst = `${addDays(first, 31).slice(0, 8)}01`
  return [
    { name: 'Today', startDate: today, endDate: today },
    { name: 'Yesterday', startDate: yesterday, endDate: yesterday },
    { name: 'This week', startDate: monday, endDate: addDays(monday, 6) },
    { name: 'This month', startDate: first, endDate: addDays(nextFirst, -1) },
  ]
}

const daysSinceMonday = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
