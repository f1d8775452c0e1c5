import { createHash } from 'node:crypto'
import {
  addDays,
  type Climate,
  type MedicineState,
  MINUTE_MS,
  monthOf,
  multiplierOf,
  rupeesToPaise,
  seasonOfMonth,
  stockEffect,
} from '@mms/contracts'
import { createRandom, type Random } from '@mms/service-kit/random'
import { v7 } from 'uuid'
import { blankRecord, type TransactionRecord } from '../transactions/rules.ts'

/** Location of the sample store. Its seasons apply even if the store later chooses other ones. */
const DELHI = { scheme: 'standard', latitude: 28.6 } as const
/** A year with all four climates. */
const climates = 'cold cold dry hot hot hot rainy rainy rainy dry dry cold'.split(' ') as Climate[]

const DAYS_OF_REORDER_LEVEL = 14
const SUNDAY = 0.4

function dailyDemand(medicine: Pick<MedicineState, 'minStockLevel' | 'demandFactors'>, date: string): number {
  const base = Math.max(1, medicine.minStockLevel) / DAYS_OF_REORDER_LEVEL
  const isSunday = new Date(`${date}T00:00:00Z`).getUTCDay() === 0
  const month = monthOf(date)
  const [season, climate] = [seasonOfMonth(month, DELHI), climates[month - 1] as Climate]
  return base * multiplierOf(medicine.demandFactors, season, climate).value * (isSunday ? SUNDAY : 1)
}

export function yearBefore(date: string): string[] {
  return Array.from({ length: 365 }, (_, index) => addDays(date, -1 - index))
}

interface SampleDay {
  date: string
  begins: Date
}

type SampleMovement = Pick<TransactionRecord, 'type' | 'direction' | 'quantity'>
type TimedMovement = SampleMovement & { at: number }

const SAMPLE_AUTHOR = 'sample'
const OPENS_HOUR = 9
const OPEN_MINUTES = 12 * 60
const COST = 0.78

const seedOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32LE()

function sales(demand: number, random: Random): number[] {
  const customers = Math.min(2, Math.max(0.3, demand / 4))
  const count = Math.floor(customers) + (random.chance(customers % 1) ? 1 : 0)
  const usual = demand / customers
  return Array.from({ length: count }, () => Math.max(1, Math.round(usual * (0.4 + 1.2 * random.next()))))
}

function incidents(random: Random): SampleMovement[] {
  if (random.chance(0.012)) return [{ type: 'return', direction: null, quantity: random.int(1, 2) }]
  if (random.chance(0.004)) return [{ type: 'expired', direction: null, quantity: random.int(1, 5) }]
  if (random.chance(0.004)) {
    const direction = random.chance(0.5) ? 'increase' : 'decrease'
    return [{ type: 'adjustment', direction, quantity: random.int(1, 3) }]
  }
  return []
}

function sampleMovements(medicine: MedicineState, date: string, random: Random): SampleMovement[] {
  const isSold = medicine.expiryDate === null || medicine.expiryDate >= date
  const sold = isSold ? sales(dailyDemand(medicine, date), random) : []
  const asSales = sold.map((quantity) => ({ type: 'sale' as const, direction: null, quantity }))
  return [...asSales, ...incidents(random)]
}

/**
 * Builds a year backwards from the current stock: before a sale there was more stock. Above the usual stock it inserts
 * a delivery, before which there was less. The balance is never negative.
 */
function backwards(medicine: MedicineState, days: SampleDay[], random: Random) {
  const entries: (TimedMovement & { balanceAfter: number })[] = []
  let stock = medicine.currentStock
  const most = Math.max(20, medicine.minStockLevel * 4, stock)
  const push = (entry: TimedMovement) => {
    const effect = stockEffect(entry.type, entry.quantity, entry.direction ?? 'increase')
    if (stock - effect < 0) return
    entries.push({ ...entry, balanceAfter: stock })
    stock -= effect
  }
  for (const { date, begins } of days) {
    const movements = sampleMovements(medicine, date, random)
    const opens = begins.getTime() + OPENS_HOUR * 60 * MINUTE_MS
    const minutes = movements.map(() => random.int(15, OPEN_MINUTES)).sort((a, b) => b - a)
    for (const [index, movement] of movements.entries()) {
      push({ ...movement, at: opens + (minutes[index] ?? 0) * MINUTE_MS })
    }
    if (stock < most) continue
    const left = random.int(0, Math.ceil(medicine.minStockLevel * 0.8))
    push({ type: 'purchase', direction: null, quantity: Math.max(1, stock - left), at: opens })
  }
  if (stock > 0) {
    const first = (days.at(-1)?.begins.getTime() ?? 0) + MINUTE_MS
    push({ type: 'purchase', direction: null, quantity: stock, at: first })
  }
  return entries
}

function idOf(medicineId: string, index: number, at: number): string {
  const random = createHash('sha256').update(`${medicineId} ${index}`).digest().subarray(0, 16)
  return v7({ msecs: at, random })
}

/** A plausible year that ends with the current stock; the same on every run. Inventory's ledger does not contain it. */
export function sampleHistory(medicine: MedicineState, days: SampleDay[]): TransactionRecord[] {
  const entries = backwards(medicine, days, createRandom(seedOf(medicine.name)))
  return entries.reverse().map(({ type, direction, quantity, at, balanceAfter }, index) => {
    const price = rupeesToPaise(medicine.unitPrice)
    const unitPricePaise = type === 'purchase' ? Math.round(price * COST) : price
    return {
      ...blankRecord,
      id: idOf(medicine._id, index, at),
      medicineId: medicine._id,
      type,
      direction,
      quantity,
      unitPricePaise,
      totalPaise: quantity * unitPricePaise,
      status: 'completed',
      balanceAfter,
      sample: true,
      createdBy: SAMPLE_AUTHOR,
      createdAt: new Date(at),
    }
  })
}
