import { alertTypes } from '@mms/contracts'
import { diseasePattern } from './disease-pattern.ts'
import { expiry } from './expiry.ts'
import type { Finding, JudgedMedicine, Rule, Situation } from './finding.ts'
import { highDemand } from './high-demand.ts'
import { lowStock } from './low-stock.ts'
import { recommendedStock } from './recommended-stock.ts'
import { withName } from './words.ts'

export const rules = {
  low_stock: lowStock,
  expiry,
  high_demand_predicted: highDemand,
  disease_pattern_risk: diseasePattern,
  recommended_stock: recommendedStock,
} satisfies Record<string, Rule>

export interface Judgement {
  medicineId: string
  findings: Finding[]
  isJudged: (type: string) => boolean
}

/** Types of a later release are not judged here. */
const isOurs = (type: string) => (alertTypes as readonly string[]).includes(type)

export const judgeDeleted = (medicineId: string): Judgement => ({
  medicineId,
  findings: [],
  isJudged: () => true,
})

export function judge(medicine: JudgedMedicine, situation: Situation): Judgement {
  const unknown = new Set<string>()
  const findings: Finding[] = []
  for (const [type, rule] of Object.entries(rules)) {
    const found = rule(medicine, situation)
    if (found === null) unknown.add(type)
    for (const each of found ?? []) findings.push({ ...each, message: withName(medicine.name, each.message) })
  }
  const isJudged = (type: string) => isOurs(type) && !unknown.has(type)
  return { medicineId: medicine._id, findings, isJudged }
}
