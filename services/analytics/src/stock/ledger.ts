import { storeDate } from '@mms/contracts'
import { sumByKeys } from '@mms/service-kit'
import { z } from 'zod'
import type { StockHead } from './head-store.ts'

interface BookedMovement {
  change: number
  reverses: string | null
  createdAt: string
}

function instantOfId(id: string): Date | undefined {
  if (id[14] !== '7') return undefined
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/** A reversal counts on the day of its original, which is known from the id. */
export function countedDay({ reverses, createdAt }: BookedMovement, timeZone: string): string {
  return storeDate(timeZone, (reverses && instantOfId(reverses)) || new Date(createdAt))
}

/** A reversal subtracts the units of its original, so that both add up to zero. */
export function countedUnits({ change, reverses }: BookedMovement): { units_in: number; units_out: number } {
  const sign = reverses ? -1 : 1
  // `|| 0` turns −0 into 0; some comparisons tell them apart.
  return {
    units_in: Math.max(0, sign * change) * sign || 0,
    units_out: Math.max(0, -sign * change) * sign || 0,
  }
}

export const publishedMovementSchema = z.object({
  _id: z.uuid(),
  medicineId: z.uuid(),
  version: z.int(),
  type: z.string(),
  change: z.int(),
  reverses: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  unitsTimes: z.int().optional(),
})
export type PublishedMovement = z.output<typeof publishedMovementSchema>

export const OPENING = 'opening'

const TYPE_LENGTH = 20

/** By movement: the day on which inventory applied it, if its id was made on another day. */
export type AppliedDays = Map<string, string>

/** An offline entry counts on the day on which it arrived, and so must its reversal. */
function toLedgerDay(movement: PublishedMovement, timeZone: string, appliedDays: AppliedDays) {
  const { _id, reverses } = movement
  const day = countedDay(movement, timeZone)
  if (!reverses && day !== countedDay({ ...movement, reverses: _id }, timeZone)) appliedDays.set(_id, day)
  return {
    medicine_id: movement.medicineId,
    day: appliedDays.get(reverses ?? '') ?? day,
    type: movement.type.slice(0, TYPE_LENGTH),
    ...countedUnits(movement),
  }
}
export type LedgerDay = ReturnType<typeof toLedgerDay>

export const ledgerKeys: (keyof LedgerDay)[] = ['medicine_id', 'day', 'type']
export const ledgerSums: (keyof LedgerDay)[] = ['units_in', 'units_out']

function convert(head: StockHead, times: number, rows: LedgerDay[]): void {
  head.units_times = times
  head.opening_units *= times
  for (const row of rows) {
    if (row.medicine_id !== head.medicine_id) continue
    row.units_in *= times
    row.units_out *= times
  }
}

/**
 * Applies movements that follow the head's version and ignores older ones. Updates the heads and returns the days. A
 * conversion is not a movement; it multiplies all earlier days, including `earlier`. Adds to `appliedDays`.
 */
export function followLedger(
  movements: Iterable<PublishedMovement>,
  headOf: (medicineId: string) => StockHead,
  timeZone: string,
  { earlier = [], appliedDays = new Map() }: { earlier?: LedgerDay[]; appliedDays?: AppliedDays } = {},
): LedgerDay[] {
  const rows = [...earlier]
  for (const movement of movements) {
    const head = headOf(movement.medicineId)
    if (movement.version <= head.ledger_version) continue
    head.ledger_version = movement.version
    if (movement.unitsTimes) {
      convert(head, movement.unitsTimes, rows)
      continue
    }
    const row = toLedgerDay(movement, timeZone, appliedDays)
    rows.push(row)
    if (row.type !== OPENING) continue
    head.opening_day = row.day
    head.opening_units = movement.change
  }
  return sumByKeys(rows, ledgerKeys, ledgerSums)
}
