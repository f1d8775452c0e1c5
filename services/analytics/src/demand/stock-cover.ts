import {
  type Lot,
  type MedicineDemand,
  neededStock,
  packPriceOf,
  paiseToRupees,
  rupeesToPaise,
  type StoreSettings,
  type SuggestedOrder,
  sumOf,
} from '@mms/contracts'
import { dayNumber, expiryRisk, safetyStock, suggestOrder } from '@mms/forecast'
import type { ForecastDetail } from '../forecasts/detail.ts'
import type { Medicine } from '../medicines/store.ts'

type Expiry = MedicineDemand['expiry']
type LotAtRisk = Expiry['lots'][number]

export type DemandUntil = ((day: number) => number) | null

const round = (value: number) => Math.round(value * 100) / 100

type PackPrice = Pick<Medicine, 'packSize' | 'packPrice'>

/** Pack price in rupees. A lot without a price has the medicine's pack price. */
export const packPriceIn =
  ({ packSize, packPrice: ofMedicine }: PackPrice) =>
  ({ unitPrice, packPrice }: Partial<Lot> = {}) =>
    unitPrice === undefined ? ofMedicine : packPriceOf(packPrice, unitPrice, packSize)

/** Value in paise of units of a lot, from the exact pack price. */
export const lotPaise = (medicine: PackPrice, lot: Lot, units: number): number =>
  Math.round((units * rupeesToPaise(packPriceIn(medicine)(lot))) / medicine.packSize)

/** Without a forecast, only expired stock is sure to stay unsold. */
function withoutForecast(lots: Lot[], today: string) {
  return lots.map((lot) => {
    const { expiryDate, units } = lot
    const unitsAtRisk = expiryDate === null ? 0 : expiryDate < today ? units : null
    return { ...lot, demandUntil: null, unitsAtRisk }
  })
}

function withForecast(lots: Lot[], demandUntil: (day: number) => number) {
  const dated = lots.flatMap((lot) =>
    lot.expiryDate === null ? [] : [{ ...lot, expiresOn: dayNumber(lot.expiryDate) }],
  )
  const undated = lots.filter(({ expiryDate }) => expiryDate === null)
  return [
    ...expiryRisk(dated, demandUntil).map(({ expiresOn, unitsAtRisk, ...lot }) => ({
      ...lot,
      demandUntil: round(demandUntil(expiresOn)),
      unitsAtRisk: round(unitsAtRisk),
    })),
    ...undated.map((lot) => ({ ...lot, demandUntil: null, unitsAtRisk: 0 })),
  ]
}

export function stockAtRiskOf(
  lots: Lot[],
  medicine: PackPrice,
  demandUntil: DemandUntil,
  today: string,
): Expiry {
  const atRisk: (Lot & LotAtRisk)[] = demandUntil
    ? withForecast(lots, demandUntil)
    : withoutForecast(lots, today)
  const isKnown = atRisk.every(({ unitsAtRisk }) => unitsAtRisk !== null)
  const units = round(atRisk.reduce((sum, { unitsAtRisk }) => sum + (unitsAtRisk ?? 0), 0))
  const paise = atRisk.map((lot) => lotPaise(medicine, lot, lot.unitsAtRisk ?? 0))
  return {
    unitsAtRisk: isKnown ? units : null,
    valueAtRisk: isKnown ? paiseToRupees(sumOf(paise)) : null,
    lots: atRisk.map(({ expiryDate, units, demandUntil, unitsAtRisk }) => ({
      expiryDate,
      units,
      demandUntil,
      unitsAtRisk,
    })),
  }
}

export interface OrderInput {
  medicine: { currentStock: number; minStockLevel: number }
  multiplier: number
  settings: Pick<StoreSettings, 'leadTimeDays' | 'reviewPeriodDays' | 'serviceLevel'>
  detail: ForecastDetail | null
  demandUntil: DemandUntil
  lots: LotAtRisk[]
  today: string
}

const safetyOf = ({ errors, periods, kind }: ForecastDetail['totals'], serviceLevel: number) => ({
  units: round(safetyStock(errors, serviceLevel)),
  errors: errors.length,
  periods,
  kind,
})

/** Suggests an order: forecast until the next review's order arrives plus safety stock, at least the restock level. */
export function suggestedOrderOf(input: OrderInput): SuggestedOrder {
  const { medicine, settings, detail, demandUntil, lots, today } = input
  // The forecast already includes the season (see `needsMoreStock`).
  const multiplier = detail ? 1 : input.multiplier
  const { leadTimeDays, reviewPeriodDays, serviceLevel } = settings
  const lastDay = dayNumber(today) + leadTimeDays + reviewPeriodDays - 1
  const expiring = lots
    .filter(({ expiryDate }) => expiryDate !== null && dayNumber(expiryDate) <= lastDay)
    .reduce((sum, { unitsAtRisk }) => sum + (unitsAtRisk ?? 0), 0)
  const demand = demandUntil && round(demandUntil(lastDay))
  const safety = detail && safetyOf(detail.totals, serviceLevel)
  const minimumUpTo = multiplier > 0 ? Math.floor(neededStock(medicine, multiplier)) + 1 : 0
  const stock = { onHand: medicine.currentStock, onOrder: 0, expiring: round(expiring) }
  const wanted = Math.max(minimumUpTo, (demand ?? 0) + (safety?.units ?? 0))
  const { order, orderUpTo } = suggestOrder({ demand: wanted, errors: [], serviceLevel, ...stock })
  return {
    leadTimeDays,
    reviewPeriodDays,
    serviceLevel,
    demand,
    safety,
    multiplier,
    minimumUpTo,
    orderUpTo: round(orderUpTo),
    ...stock,
    // Rounds first: a hundredth of a unit is a rounding error, not demand.
    suggested: Math.ceil(round(order)),
  }
}
