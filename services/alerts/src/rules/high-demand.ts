import {
  type AlertSeverity,
  lotsOf,
  type Multiplier,
  multiplierOf,
  neededStock,
  needsRestock,
  SENSITIVITY_THRESHOLD,
  unexpiredUnits,
} from '@mms/contracts'
import type { Conditions, JudgedMedicine, Rule } from './finding.ts'
import { words } from './words.ts'

const HIGH_ABOVE = 2
const MEDIUM_ABOVE = 1.5

function severityOf(multiplier: number): AlertSeverity {
  if (multiplier > HIGH_ABOVE) return 'high'
  return multiplier > MEDIUM_ABOVE ? 'medium' : 'low'
}

const whenOf = ({ seasonal, climatic }: Multiplier, { season, climate }: Conditions) =>
  [...(seasonal === null ? [] : [season]), ...(climatic === null ? [] : [climate])].join(' and ')

interface Demand {
  multiplier: Multiplier
  conditions: Conditions
  unexpired: number
}

/** Demand received before a medicine's conversion counts packs. */
function expectedOf({ _id, countedAt, unitsTimes }: JudgedMedicine, { expected, receivedAt }: Conditions) {
  const demand = expected.get(_id)
  if (!demand || !countedAt || new Date(countedAt) <= receivedAt) return demand
  return { ...demand, units: demand.units * (unitsTimes ?? 1) }
}

function messageOf(medicine: JudgedMedicine, { multiplier, conditions, unexpired }: Demand): string | null {
  const { value } = multiplier
  const when = whenOf(multiplier, conditions)
  const expected = expectedOf(medicine, conditions)
  if (expected) {
    if (expected.units <= unexpired) return null
    return words.highDemandExpected(medicine, { multiplier: value, when, unexpired, expected })
  }
  if (!needsRestock({ ...medicine, currentStock: unexpired }, value)) return null
  const needed = neededStock(medicine, value)
  return words.highDemand(medicine, { multiplier: value, when, unexpired, needed })
}

/**
 * **high_demand_predicted**: season and climate multiply demand by more than 1.3, and unexpired stock is below the
 * forecast until an order arrives or, without one, at or below minimum × multiplier. The same as *Restock Needed* on
 * the climate page, whose plain minimum is **low_stock** here. High above 2, medium above 1.5, else low.
 * Source: the specification, §2 (multiplier badge) and §9; `demand.md`, *Multiplier*.
 */
export const highDemandRule: Rule = (medicine, { conditions, today }) => {
  if (!conditions) return null
  const multiplier = multiplierOf(medicine.demandFactors, conditions.season, conditions.climate)
  if (multiplier.value <= SENSITIVITY_THRESHOLD) return []
  const unexpired = unexpiredUnits(lotsOf(medicine), today)
  const message = messageOf(medicine, { multiplier, conditions, unexpired })
  if (message === null) return []
  const severity = severityOf(multiplier.value)
  return [{ cause: 'high_demand_predicted', type: 'high_demand_predicted', severity, message }]
}
