import { describeField, type MedicineField, medicineFieldNames } from '@mms/contracts'

/** Other headers accepted in an imported file. */
const otherHeaders: Partial<Record<MedicineField, string[]>> = {
  name: ['name', 'medicine', 'product', 'item'],
  manufacturer: ['maker', 'company', 'mfg'],
  composition: ['salt', 'salts', 'generic', 'generic name'],
  barcode: ['ean', 'gtin', 'bar code'],
  currentStock: ['stock', 'quantity', 'qty'],
  minStockLevel: ['minimum', 'min', 'min stock', 'reorder level'],
  unitPrice: ['price', 'selling price', 'rate'],
  costPrice: ['cost', 'purchase price'],
  expiryDate: ['expiry', 'exp', 'exp date'],
  packSize: ['units per pack'],
  hsn: ['hsn'],
}

export const columnHeaderOf = (field: MedicineField): string => describeField(field).label

/** Ignores case, spaces and punctuation: "Unit price (Rs)" matches "unit_price". */
const plain = (header: string) => header.toLowerCase().replace(/\((₹|rs\.?|inr)\)|[^a-z]/g, '')

const byHeader = new Map(
  medicineFieldNames.flatMap((field) =>
    [columnHeaderOf(field), ...(otherHeaders[field] ?? [])].map((header) => [plain(header), field] as const),
  ),
)

export const fieldOfHeader = (header: string): MedicineField | undefined => byHeader.get(plain(header))
