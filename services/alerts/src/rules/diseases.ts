import type { MedicineCategory } from '@mms/contracts'

export interface Disease {
  name: string
  months: readonly number[]
  categories: readonly MedicineCategory[]
}

/**
 * Index of reported outbreaks by month, from 8,985 weekly reports of the Integrated Disease Surveillance Programme of
 * India, 2009 to 2022. Categories after fact sheets of the World Health Organization: rehydration and, for cholera,
 * antibiotics; paracetamol for fever and pain of dengue and malaria.
 */
export const diseases: readonly Disease[] = [
  {
    name: 'acute diarrhoea',
    months: [0.44, 0.48, 0.58, 0.77, 1.28, 1.67, 2.06, 1.68, 1.16, 0.9, 0.57, 0.4],
    categories: ['Antibiotics', 'Supplements'],
  },
  {
    name: 'cholera',
    months: [0.34, 0.18, 0.34, 0.63, 1.26, 1.63, 2.5, 1.89, 1.38, 1.02, 0.49, 0.34],
    categories: ['Antibiotics', 'Supplements'],
  },
  {
    name: 'dengue',
    months: [0.38, 0.25, 0.51, 0.87, 1.01, 1.21, 1.16, 1.87, 1.98, 1.65, 0.7, 0.41],
    categories: ['Antipyretics', 'Analgesics'],
  },
  {
    name: 'malaria',
    months: [0.37, 0.11, 0.24, 0.48, 1.01, 1.42, 1.86, 1.36, 1.62, 1.47, 1.45, 0.61],
    categories: ['Antipyretics', 'Analgesics'],
  },
]
