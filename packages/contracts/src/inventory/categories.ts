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
