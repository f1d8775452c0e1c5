import {
  type AlertSeverity,
  type Multiplier,
  multiplierOf,
  neededStock,
  needsRestock,
  SENSITIVE_ABOVE,
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
  [...(seasonal === null ? [] : [season]), ...(climatic === null ? [] : [climate])].join(', ')

function messageOf(medicine: JudgedMedicine, multiplier: Multiplier, conditions: Conditions): string | null {
  const { value } = multiplier
  const when = whenOf(multiplier, conditions)
  if (needsRestock(medicine, value)) {
    return words.highDemand(medicine, { multiplier: value, when, needed: neededStock(medicine, value) })
  }
  const expected = conditions.expected.get(medicine._id)
  if (expected === undefined || expected.units <= medicine.currentStock) return null
  return words.highDemandExpected(medicine, { multiplier: value, when, expected })
}

/**
 * **high_demand_predicted**: season and climate multiply the demand by more than 1.3, and stock does not cover it: it is at
 * or below the minimum times the multiplier, or, where analytics knows of sales, below what is expected to be wanted until
 * an order has come. The same as *Restock Needed* on the climate page. High above 2, medium above 1.5, else low.
 *
 * Source: the specification, §2 (multiplier badge) and §9; `demand.md`, *Multiplier*.
 */
export const highDemand: Rule = (medicine, { conditions }) => {
  if (!conditions) return null
  const multiplier = multiplierOf(medicine.demandFactors, conditions.season, conditions.climate)
  if (multiplier.value <= SENSITIVE_ABOVE) return []
  const message = messageOf(medicine, multiplier, conditions)
  if (message === null) return []
  const severity = severityOf(multiplier.value)
  return [{ cause: 'high_demand_predicted', type: 'high_demand_predicted', severity, message }]
}
