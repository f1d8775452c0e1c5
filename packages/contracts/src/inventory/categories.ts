/** Does not import zod, so that pages that show categories need not load it. */

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
