import type { StockAtRisk } from '@mms/contracts'
import { dayNumber } from '@mms/forecast'
import { createDemandUntil } from '../forecasts/demand-ahead.ts'
import { createForecastStore } from '../forecasts/forecast-store.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { type MedicineDemandOptions, usableOf } from './medicine-service.ts'
import { expiryOf } from './stock-cover.ts'

type Lots = StockAtRisk['lots']

function byDate(
  lots: readonly { expiryDate: string | null; units: number; unitsAtRisk: number | null }[],
): Lots {
  const dates = new Map<string, Lots[number]>()
  for (const { expiryDate, units, unitsAtRisk } of lots) {
    if (expiryDate === null) continue
    const before = dates.get(expiryDate)
    const risk = unitsAtRisk === null ? null : (before?.unitsAtRisk ?? 0) + unitsAtRisk
    dates.set(expiryDate, { expiryDate, units: (before?.units ?? 0) + units, unitsAtRisk: risk })
  }
  return [...dates.values()]
}

export function createStockAtRisk({
  db,
  findConditions,
}: Pick<MedicineDemandOptions, 'db' | 'findConditions'>) {
  return async function findAtRisk(ids: readonly string[]): Promise<StockAtRisk[]> {
    const { date: today } = await findConditions()
    const [medicines, details] = await Promise.all([
      createMedicineStore(db).findSome(ids),
      createForecastStore(db).findDetails(ids),
    ])
    return medicines.map((medicine) => {
      const detail = details.get(medicine.id)
      const demandUntil = detail ? createDemandUntil(detail, dayNumber(today)) : null
      const { lots } = expiryOf(usableOf(medicine).lots, medicine.unitPrice, demandUntil, today)
      return { _id: medicine.id, lots: byDate(lots) }
    })
  }
}
export type FindStockAtRisk = ReturnType<typeof createStockAtRisk>
