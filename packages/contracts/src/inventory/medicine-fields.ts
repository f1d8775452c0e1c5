/** docs/add-a-field.md lists what else to change. */

interface Description {
  kind: 'text' | 'choice' | 'count' | 'money' | 'date'
  /** Label in the form, and column header in files. */
  label: string
  /** Name of the field in the history. Stock has none because the ledger records it. */
  word?: string
  /** Places that show the field: rows of the form, the printed list, the counter's copy. Files contain every field. */
  shownIn: readonly ('basic' | 'pack' | 'tax' | 'stock' | 'print' | 'counter')[]
  isForAdmins?: true
  /** True for a value per pack. In a pack of one unit it equals the unit's value. */
  isOfPack?: true
}

/** Fields of a medicine, in the column order of files. `demandFactors` is missing because it is an object. */
// biome-ignore format: a table
export const medicineFields = {
  name: { kind: 'text', label: 'Medicine Name', word: 'Name', shownIn: ['basic', 'print', 'counter'] },
  category: { kind: 'choice', label: 'Category', word: 'Category', shownIn: ['basic', 'print', 'counter'] },
  manufacturer: { kind: 'text', label: 'Manufacturer', word: 'Manufacturer', shownIn: ['basic', 'counter'] },
  composition: { kind: 'text', label: 'Composition', word: 'Composition', shownIn: ['basic', 'counter'] },
  barcode: { kind: 'text', label: 'Barcode', word: 'Barcode', shownIn: ['basic', 'counter'] },
  currentStock: { kind: 'count', label: 'Current Stock', shownIn: ['stock', 'print', 'counter'] },
  minStockLevel: { kind: 'count', label: 'Minimum Stock Level', word: 'Min. stock', shownIn: ['stock', 'print'] },
  unitPrice: { kind: 'money', label: 'Unit Price (₹)', word: 'Price', shownIn: ['stock', 'print', 'counter'] },
  mrp: { kind: 'money', label: 'MRP (₹)', word: 'MRP', shownIn: ['stock', 'counter'] },
  costPrice: { kind: 'money', label: 'Cost Price (₹)', word: 'Cost price', shownIn: ['stock'], isForAdmins: true },
  expiryDate: { kind: 'date', label: 'Expiry Date', word: 'Expiry date', shownIn: ['stock', 'print', 'counter'] },
  packSize: { kind: 'count', label: 'Pack Size', word: 'Pack size', shownIn: ['pack', 'counter'] },
  packWord: { kind: 'choice', label: 'Pack Word', word: 'Pack', shownIn: ['pack', 'counter'] },
  unitWord: { kind: 'choice', label: 'Unit Word', word: 'Unit', shownIn: ['pack', 'counter'] },
  packPrice: { kind: 'money', label: 'Pack Price (₹)', word: 'Pack price', shownIn: ['counter'], isOfPack: true },
  packMrp: { kind: 'money', label: 'Pack MRP (₹)', word: 'Pack MRP', shownIn: ['counter'], isOfPack: true },
  packCost: { kind: 'money', label: 'Pack Cost (₹)', word: 'Pack cost', shownIn: [], isForAdmins: true, isOfPack: true },
  hsn: { kind: 'text', label: 'HSN Code', word: 'HSN code', shownIn: ['tax', 'counter'] },
  taxClass: { kind: 'choice', label: 'Tax Class', word: 'Tax class', shownIn: ['tax', 'counter'] },
  schedule: { kind: 'choice', label: 'Schedule', word: 'Schedule', shownIn: ['tax', 'counter'] },
} as const satisfies Record<string, Description>

export type MedicineField = keyof typeof medicineFields
type Place = Description['shownIn'][number]
export type MedicineFieldIn<P extends Place> = {
  [F in MedicineField]: P extends (typeof medicineFields)[F]['shownIn'][number] ? F : never
}[MedicineField]

export const medicineFieldNames = Object.keys(medicineFields) as MedicineField[]
export const describeField = (field: MedicineField): Description => medicineFields[field]
export const fieldsShownIn = <P extends Place>(place: P) =>
  medicineFieldNames.filter((field) => describeField(field).shownIn.includes(place)) as MedicineFieldIn<P>[]
export const isForAdmins = (field: string): boolean =>
  Object.hasOwn(medicineFields, field) && describeField(field as MedicineField).isForAdmins === true
