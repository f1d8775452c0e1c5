import type { MedicineCategory } from '@mms/contracts'

/**
 * Medicines sold in India. Columns: name and pack | manufacturer | stock | minimum | price of the pack in
 * rupees | days from today until expiry (negative: expired) | multipliers of winter, spring, summer, fall |
 * of rainy, dry, cold, hot weather; "-" where neither season nor weather matters.
 *
 * Reasons for the multipliers: the monsoon brings water-borne and mosquito-borne disease (fever, diarrhoea,
 * typhoid, leptospirosis, malaria); winter brings colds, influenza, asthma and stiff joints; spring and dry
 * weather pollen and dust; heat dehydration; dark months low vitamin D. Medicines for lifelong conditions
 * sell evenly.
 */
export const sampleMedicines: Record<MedicineCategory, string> = {
  Antibiotics: `
Amoxicillin 500 mg + Clavulanic Acid 125 mg tablets (10)    | GlaxoSmithKline Pharmaceuticals| 140 |  40 | 201.71 | 420 | 1.6 1.1 0.9 1.2 | 1.2 1.0 1.5 0.9
Azithromycin 500 mg tablets (5)                             | Alembic Pharmaceuticals        |  96 |  30 | 119.50 | 380 | 1.7 1.1 0.9 1.2 | 1.2 1.0 1.5 0.9
Cefixime 200 mg tablets (10)                                | Alkem Laboratories             |  18 |  25 | 109.20 | 290 | 0.9 1.0 1.6 1.2 | 1.7 0.9 0.9 1.2
Ciprofloxacin 500 mg tablets (10)                           | Cipla                          | 120 |  40 |  45.60 |  19 | 0.8 1.0 1.6 1.2 | 1.8 0.9 0.8 1.3
Doxycycline 100 mg capsules (10)                            | Dr. Reddy's Laboratories       |  75 |  20 |  88.40 | 510 | 0.8 0.9 1.7 1.5 | 2.1 0.8 0.8 1.0
`,
  Analgesics: `
Aceclofenac 100 mg + Paracetamol 325 mg tablets (10)        | Ipca Laboratories              | 210 |  60 |  58.50 | 610 | 1.3 1.0 0.9 1.0 | 1.2 1.0 1.4 0.9
Ibuprofen 400 mg tablets (15)                               | Abbott India                   | 160 |  50 |  21.80 | 470 | 1.2 1.0 1.0 1.0 | 1.2 1.0 1.3 1.0
Diclofenac Sodium 50 mg tablets (15)                        | Novartis India                 |  24 |  30 |  68.90 | 240 | 1.4 1.0 0.9 1.1 | 1.1 1.0 1.5 0.9
Mefenamic Acid 250 mg + Dicyclomine 10 mg tablets (10)      | Blue Cross Laboratories        |  90 |  25 |  49.70 | 330 | -               | -
`,
  Antivirals: `
Oseltamivir 75 mg capsules (10)                             | Hetero Healthcare              |  30 |  15 | 495.00 | 540 | 2.2 1.1 1.3 1.1 | 1.4 0.9 2.1 0.7
Aciclovir 400 mg tablets (5)                                | Cipla                          |  44 |  15 |  72.30 |  26 | 1.2 1.1 1.0 1.0 | -
Valaciclovir 1000 mg tablets (3)                            | Cipla                          |   9 |  10 | 186.50 | 450 | 1.2 1.0 1.0 1.0 | -
`,
  Antipyretics: `
Paracetamol 650 mg tablets (15)                             | Micro Labs                     | 420 | 150 |  33.76 | 690 | 1.4 1.0 1.5 1.5 | 1.8 0.9 1.4 1.0
Paracetamol 500 mg tablets (15)                             | GlaxoSmithKline Pharmaceuticals| 260 | 100 |  15.20 | -12 | 1.3 1.0 1.5 1.4 | 1.7 0.9 1.3 1.0
Paracetamol 250 mg/5 ml suspension 60 ml                    | GlaxoSmithKline Pharmaceuticals|  22 |  40 |  42.90 | 310 | 1.5 1.0 1.4 1.3 | 1.7 0.9 1.5 1.0
Mefenamic Acid 100 mg/5 ml suspension 60 ml                 | Blue Cross Laboratories        |  58 |  20 |  61.40 | 400 | 1.4 1.0 1.4 1.2 | 1.6 0.9 1.3 1.0
`,
  Antidepressants: `
Escitalopram 10 mg tablets (10)                             | Sun Pharmaceutical Industries  |  85 |  25 | 104.60 | 560 | 1.2 1.0 1.0 1.1 | -
Sertraline 50 mg tablets (10)                               | Pfizer                         |  62 |  20 |  94.20 | 480 | 1.2 1.0 1.0 1.1 | -
Fluoxetine 20 mg capsules (10)                              | Zydus Healthcare               |  40 |  15 |  46.50 | 365 | -               | -
`,
  Antidiabetics: `
Metformin 500 mg sustained-release tablets (20)             | USV                            | 310 | 120 |  41.90 | 720 | -               | -
Glimepiride 1 mg + Metformin 500 mg tablets (15)            | USV                            | 180 |  80 | 124.80 | 530 | -               | -
Insulin Glargine 100 IU/ml cartridge 3 ml                   | Biocon                         |   6 |  12 | 612.00 | 150 | -               | -
Human Insulin 30/70 40 IU/ml vial 10 ml                     | Eli Lilly and Company (India)  |  34 |  15 | 152.40 |  14 | -               | -
`,
  Antihistamines: `
Cetirizine 10 mg tablets (10)                               | Dr. Reddy's Laboratories       | 190 |  60 |  19.90 | 640 | 1.4 1.8 1.0 1.3 | 1.1 1.5 1.4 1.3
Levocetirizine 5 mg tablets (10)                            | Cipla                          | 130 |  40 |  58.60 | 500 | 1.4 1.8 1.0 1.3 | 1.1 1.5 1.4 1.3
Fexofenadine 120 mg tablets (10)                            | Sanofi India                   |  20 |  20 | 219.50 | 430 | 1.3 1.9 1.0 1.2 | 1.0 1.6 1.3 1.3
Montelukast 10 mg + Levocetirizine 5 mg tablets (15)        | Cipla                          | 110 |  35 | 296.80 | 575 | 1.6 1.5 0.9 1.3 | 1.2 1.3 1.6 1.0
`,
  Antihypertensives: `
Amlodipine 5 mg tablets (15)                                | Micro Labs                     | 240 |  90 |  39.60 | 660 | -               | -
Telmisartan 40 mg tablets (30)                              | Glenmark Pharmaceuticals       | 170 |  70 | 218.20 | 590 | 1.1 1.0 1.0 1.0 | -
Losartan Potassium 50 mg tablets (15)                       | Torrent Pharmaceuticals        |  88 |  40 |  92.70 | -40 | 1.1 1.0 1.0 1.0 | -
`,
  Steroids: `
Prednisolone 10 mg tablets (15)                             | Pfizer                         |  72 |  25 |  22.40 | 410 | 1.4 1.2 0.9 1.1 | 1.1 1.1 1.4 1.0
Methylprednisolone 4 mg tablets (10)                        | Pfizer                         |  48 |  20 |  64.10 | 350 | 1.3 1.1 0.9 1.1 | 1.1 1.0 1.3 1.0
Budesonide 0.5 mg/2 ml nebuliser suspension (5)             | Cipla                          |   0 |  20 | 121.50 | 280 | 2.0 1.3 0.9 1.3 | 1.3 1.2 1.9 0.8
`,
  Vitamins: `
Cholecalciferol 60,000 IU capsules (4)                      | USV                            |  95 |  30 | 131.60 | 460 | 1.5 1.0 0.8 1.1 | 1.3 0.9 1.4 0.8
B-Complex with Vitamin C capsules (20)                      | Pfizer                         | 200 |  60 |  51.30 |  28 | -               | -
Vitamin C 500 mg chewable tablets (15)                      | Abbott India                   | 175 |  50 |  24.50 | 390 | 1.5 1.0 1.0 1.1 | 1.2 1.0 1.4 1.0
Folic Acid 5 mg tablets (45)                                | Pfizer                         |  66 |  20 |  76.80 | 520 | -               | -
`,
  Supplements: `
Oral Rehydration Salts sachet 21.8 g                        | FDC                            |  80 | 100 |  22.00 | 700 | 0.6 1.2 2.1 1.0 | 1.7 1.1 0.6 2.3
Zinc Sulphate 20 mg dispersible tablets (10)                | Zuventus Healthcare            |  54 |  30 |  48.20 | 445 | 0.7 1.1 1.8 1.0 | 1.8 1.0 0.7 1.4
Ferrous Ascorbate 100 mg + Folic Acid 1.5 mg tablets (10)   | Emcure Pharmaceuticals         | 105 |  35 | 206.40 | 340 | -               | -
Calcium Carbonate 1250 mg + Vitamin D3 250 IU tablets (15)  | Torrent Pharmaceuticals        | 150 |  45 | 132.90 | 620 | 1.2 1.0 0.9 1.0 | -
`,
  Other: `
Salbutamol 100 mcg inhaler 200 doses                        | Cipla                          |  45 |  25 | 161.30 | 490 | 1.9 1.3 0.9 1.3 | 1.3 1.3 1.8 0.8
Pantoprazole 40 mg tablets (15)                             | Alkem Laboratories             | 230 |  80 | 168.50 | 550 | -               | -
Artemether 80 mg + Lumefantrine 480 mg tablets (6)          | Ipca Laboratories              |  12 |  15 | 118.70 |  -5 | 0.5 0.7 1.8 1.6 | 2.2 0.7 0.5 1.0
Ondansetron 4 mg tablets (10)                               | Cipla                          |  98 |  30 |  59.40 | 375 | 0.8 1.0 1.6 1.0 | 1.5 1.0 0.8 1.5
`,
}
