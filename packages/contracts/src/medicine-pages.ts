import { MEDICINE_DEMAND_PAGE } from './analytics-words.ts'

/** A medicine with its movements, where its name leads to. */
export const MEDICINE_PAGE = '/medicines/:id'
/** The alerts of a medicine. */
export const MEDICINE_ALERTS_PAGE = '/medicine-alerts/:id'

/** The pages of one medicine: each belongs to the area that knows it, and all show them as tabs. */
export const medicinePages = [
  { label: 'History', page: MEDICINE_PAGE },
  { label: 'Demand', page: MEDICINE_DEMAND_PAGE },
  { label: 'Alerts', page: MEDICINE_ALERTS_PAGE },
] as const
