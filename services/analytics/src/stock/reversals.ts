import { storeDate } from '@mms/contracts'

interface Booked {
  change: number
  reverses: string | null
  createdAt: string
}

function instantOfId(id: string): Date | undefined {
  if (id[14] !== '7') return undefined
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/** A reversal counts on the day of its original. */
export function countedDay({ reverses, createdAt }: Booked, timeZone: string): string {
  return storeDate(timeZone, (reverses && instantOfId(reverses)) || new Date(createdAt))
}

/** A reversal takes back the units of its original, so that both sum to nothing. */
export function countedUnits({ change, reverses }: Booked): { units_in: number; units_out: number } {
  const sign = reverses ? -1 : 1
  // `|| 0` avoids −0, which is not equal everywhere.
  return {
    units_in: Math.max(0, sign * change) * sign || 0,
    units_out: Math.max(0, -sign * change) * sign || 0,
  }
}
