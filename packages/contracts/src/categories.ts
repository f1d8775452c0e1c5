/*
 * Words only, no schemas: pages that show categories use them without loading the schema library.
 */

export const medicineCategories = [
  'Antibiotics',
  'Analgesics',
  'Antivirals',
  'Antipyretics',
  'Antidepressants',
  'Antidiabetics',
  'Antihistamines',
  'Antihypertensives',
  'Steroids',
  'Vitamins',
  'Supplements',
  'Other',
] as const
