import { MEDICINE_DEMAND_PAGE } from '../analytics/analytics-words.ts'

export const MEDICINE_PAGE = '/medicines/:id'
export const MEDICINE_ALERTS_PAGE = '/medicine-alerts/:id'

export const medicinePages = [
  { label: 'History', page: MEDICINE_PAGE },
  { label: 'Demand', page: MEDICINE_DEMAND_PAGE },
  { label: 'Alerts', page: MEDICINE_ALERTS_PAGE },
  { label: 'Bills', page: '/medicine-bills/:id' },
] as const

/** All history pages, shown as tabs on each of them. Each page belongs to the area that keeps the record. */
export const historyPages = [
  { label: 'Medicine changes', page: '/medicines/history' },
  { label: 'Undone', page: '/sales/history' },
] as const
