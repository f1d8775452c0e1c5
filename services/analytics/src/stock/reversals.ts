import { storeDate } from '@mms/contracts'

/** Something that happened once, and may undo another. */
interface Booked {
  change: number
  /** The id of what it undoes. */
  reverses: string | null
  createdAt: string
}

/** When an id was made, which is when its transaction was recorded (UUID version 7); undefined for other ids. */
function instantOfId(id: string): Date | undefined {
  if (id[14] !== '7') return undefined
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/** The store day on which it counts: what undoes a mistake counts on the day of the mistake. */
export function countedDay({ reverses, createdAt }: Booked, timeZone: string): string {
  return storeDate(timeZone, (reverses && instantOfId(reverses)) || new Date(createdAt))
}

/** Units in and out; what undoes a mistake takes back the units of that, so that both together are nothing. */
export function countedUnits({ change, reverses }: Booked): { units_in: number; units_out: number } {
  const sign = reverses ? -1 : 1
  // `|| 0` because −0 is another value to some.
  return {
    units_in: Math.max(0, sign * change) * sign || 0,
    units_out: Math.max(0, -sign * change) * sign || 0,
  }
}
