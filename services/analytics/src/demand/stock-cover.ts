import {
  type Lot,
  type MedicineDemand,
  neededStock,
  type StoreSettings,
  type SuggestedOrder,
} from '@mms/contracts'
import { dayNumber, expiryRisk, safetyStock, suggestOrder } from '@mms/forecast'
import type { ForecastDetail } from '../forecasts/detail.ts'

type Expiry = MedicineDemand['expiry']
type LotAtRisk = Expiry['lots'][number]

export type DemandUntil = ((day: number) => number) | null

const round = (value: number) => Math.round(value * 100) / 100

/** Without a forecast, only expired stock is sure to stay unsold. */
function withoutForecast(lots: Lot[], today: string): LotAtRisk[] {
  return lots.map(({ expiryDate, units }) => {
    const unitsAtRisk = expiryDate === null ? 0 : expiryDate < today ? units : null
    return { expiryDate, units, demandUntil: null, unitsAtRisk }
  })
}

function withForecast(lots: Lot[], demandUntil: (day: number) => number): LotAtRisk[] {
  const dated = lots.flatMap(({ expiryDate, units }) =>
    expiryDate === null ? [] : [{ expiryDate, units, expiresOn: dayNumber(expiryDate) }],
  )
  const undated = lots.filter(({ expiryDate }) => expiryDate === null)
  return [
    ...expiryRisk(dated, demandUntil).map(({ expiryDate, units, expiresOn, unitsAtRisk }) => ({
      expiryDate,
      units,
      demandUntil: round(demandUntil(expiresOn)),
      unitsAtRisk: round(unitsAtRisk),
    })),
    ...undated.map((lot) => ({ ...lot, demandUntil: null, unitsAtRisk: 0 })),
  ]
}

export function stockAtRiskOf(
  lots: Lot[],
  unitPrice: number,
  demandUntil: DemandUntil,
  today: string,
): Expiry {
  const atRisk = demandUntil ? withForecast(lots, demandUntil) : withoutForecast(lots, today)
  const isKnown = atRisk.every(({ unitsAtRisk }) => unitsAtRisk !== null)
  const units = round(atRisk.reduce((sum, { unitsAtRisk }) => sum + (unitsAtRisk ?? 0), 0))
  return {
    unitsAtRisk: isKnown ? units : null,
    valueAtRisk: isKnown ? round(units * unitPrice) : null,
    lots: atRisk,
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
