import { alertTypes } from '@mms/contracts'
import { diseasePatternRule } from './disease-pattern.ts'
import { expiryRule } from './expiry.ts'
import type { Finding, JudgedMedicine, Rule, Situation } from './finding.ts'
import { highDemandRule } from './high-demand.ts'
import { lowStockRule } from './low-stock.ts'
import { recommendedStockRule } from './recommended-stock.ts'
import { prefixName } from './words.ts'

export const rules = {
  low_stock: lowStockRule,
  expiry: expiryRule,
  high_demand_predicted: highDemandRule,
  disease_pattern_risk: diseasePatternRule,
  recommended_stock: recommendedStockRule,
} satisfies Record<string, Rule>

export interface Judgement {
  medicineId: string
  findings: Finding[]
  isJudged: (type: string) => boolean
}

/** Alert types of a later release are left alone. */
const isOurs = (type: string) => (alertTypes as readonly string[]).includes(type)

export const judgeDeleted = (medicineId: string): Judgement => ({
  medicineId,
  findings: [],
  isJudged: () => true,
})

export function judgeMedicine(medicine: JudgedMedicine, situation: Situation): Judgement {
  const unknown = new Set<string>()
  const findings: Finding[] = []
  for (const [type, rule] of Object.entries(rules)) {
    const found = rule(medicine, situation)
    if (found === null) unknown.add(type)
    for (const each of found ?? [])
      findings.push({ ...each, message: prefixName(medicine.name, each.message) })
  }
  const isJudged = (type: string) => isOurs(type) && !unknown.has(type)
  return { medicineId: medicine._id, findings, isJudged }
}
