import { type Climate, type MedicineCategory, monthOf, type Season } from '@mms/contracts'
import type { Conditions } from '../conditions/rules.ts'

export interface SeasonalRisk {
  when: Season | Climate
  category: MedicineCategory
  /** Completes the sentence "… rise in this season, because". */
  because: string
  source: string
  /** Months in India, 1 to 12. Without them the risk lasts as long as season or climate. */
  months?: readonly number[]
}

const IDSP = 'Integrated Disease Surveillance Programme, India: weekly outbreak reports 2009–2022'
const NCDC_INFLUENZA =
  'National Centre for Disease Control, India: seasonal influenza, peaks January to March and post-monsoon'
const NCDC_HEAT = 'National Centre for Disease Control, India: national action plan on heat-related illnesses'
const WHO_DENGUE = 'World Health Organization: fact sheet on dengue and severe dengue'
const GINA = 'Global Initiative for Asthma: strategy report, triggers of exacerbations'
const WAO = 'World Allergy Organization: white book on allergy, pollen and house dust'
const ENDOCRINE = 'Endocrine Society: guideline on vitamin D deficiency'

const risk = (
  when: SeasonalRisk['when'],
  category: MedicineCategory,
  because: string,
  source: string,
  ...months: number[]
): SeasonalRisk => ({ when, category, because, source, ...(months.length > 0 && { months }) })

/** Excludes lifelong treatments (antidepressants, antidiabetics, antihypertensives), which the weather does not affect. */
export const seasonalRisks: readonly SeasonalRisk[] = [
  risk('rainy', 'Antipyretics', 'dengue, malaria and viral fevers spread in the rains', WHO_DENGUE),
  risk('rainy', 'Analgesics', 'mosquito-borne fevers bring pain in joints and muscles', WHO_DENGUE),
  risk('rainy', 'Antibiotics', 'cholera, typhoid and diarrhoea spread with unsafe water', IDSP),
  risk('cold', 'Antivirals', 'influenza spreads in the cold', NCDC_INFLUENZA),
  risk('cold', 'Antihistamines', 'colds bring a running nose', NCDC_INFLUENZA),
  risk('cold', 'Antipyretics', 'influenza and colds bring fever', NCDC_INFLUENZA),
  risk('cold', 'Steroids', 'cold air and respiratory infections set off asthma', GINA),
  risk('hot', 'Supplements', 'heat takes water and salts, which rehydration replaces', NCDC_HEAT),
  risk('hot', 'Antihistamines', 'dust and pollen are in the air', WAO),
  risk('dry', 'Antihistamines', 'dust and dry air irritate eyes and nose', WAO),
  risk('winter', 'Antivirals', 'influenza has its first peak from January to March', NCDC_INFLUENZA, 1, 2, 3),
  risk('winter', 'Steroids', 'asthma gets worse with winter infections and smoke', GINA),
  risk('winter', 'Vitamins', 'short days leave people low in vitamin D', ENDOCRINE),
  risk('spring', 'Antihistamines', 'trees and grasses are in flower', WAO),
  risk('summer', 'Supplements', 'summer heat dehydrates', NCDC_HEAT),
  risk('summer', 'Antibiotics', 'outbreaks of acute diarrhoea peak from May to August', IDSP, 5, 6, 7, 8),
  risk('fall', 'Antipyretics', 'dengue peaks from August to October', IDSP, 8, 9, 10),
]

type RiskConditions = Pick<Conditions, 'season' | 'climate' | 'date'>

export function risksUnder({ season, climate, date }: RiskConditions): SeasonalRisk[] {
  const isNow = ({ months }: SeasonalRisk) => months === undefined || months.includes(monthOf(date))
  return [season, climate].flatMap((condition) =>
    seasonalRisks.filter((each) => each.when === condition && isNow(each)),
  )
}

export function highRiskCategories(conditions: RiskConditions): string[] {
  return [...new Set(risksUnder(conditions).map(({ category }) => category))].sort()
}
