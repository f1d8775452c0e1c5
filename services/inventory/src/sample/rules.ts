import { readFileSync } from 'node:fs'
import { addDays, type CreateMedicine, createMedicineSchema } from '@mms/contracts'
import { compositionOfName } from '@mms/medicine-search/composition'

const lines = readFileSync(new URL('./sample-medicines.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#'))

/** Cost price as a share of the sale price; equal to the share in sales' sample history. */
const COST = 0.78

function factors(cell: string): number[] | undefined {
  return cell === '-' ? undefined : cell.split(' ').map(Number)
}

function demandFactors(seasons: number[] = [], climates: number[] = []) {
  const [winter, spring, summer, fall] = seasons
  const [rainy, dry, cold, hot] = climates
  return {
    seasonal: seasons.length > 0,
    seasonalTrend: { winter, spring, summer, fall },
    climateDependent: climates.length > 0,
    climateFactors: { rainy, dry, cold, hot },
  }
}

function sampleMedicine(line: string, today: string): CreateMedicine {
  const [category, name, manufacturer, stock, minimum, price, expiresIn, seasons = '-', climates = '-'] = line
    .split('|')
    .map((cell) => cell.trim())
  return createMedicineSchema.parse({
    name,
    category,
    manufacturer,
    composition: compositionOfName(name ?? ''),
    currentStock: Number(stock),
    minStockLevel: Number(minimum),
    unitPrice: Number(price),
    costPrice: Math.round(Number(price) * 100 * COST) / 100,
    expiryDate: addDays(today, Number(expiresIn)),
    demandFactors: demandFactors(factors(seasons), factors(climates)),
  })
}

/** Expiry dates are relative to the store's date `today`. */
export const listSampleMedicines = (today: string): CreateMedicine[] =>
  lines.map((line) => sampleMedicine(line, today))
