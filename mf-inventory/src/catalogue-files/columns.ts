const columns = {
  name: ['Medicine Name', 'name', 'medicine', 'product', 'item'],
  category: ['Category'],
  manufacturer: ['Manufacturer', 'maker', 'company', 'mfg'],
  composition: ['Composition', 'salt', 'salts', 'generic', 'generic name'],
  barcode: ['Barcode', 'ean', 'gtin', 'bar code'],
  currentStock: ['Current Stock', 'stock', 'quantity', 'qty'],
  minStockLevel: ['Minimum Stock Level', 'minimum', 'min', 'min stock', 'reorder level'],
  unitPrice: ['Unit Price (₹)', 'price', 'selling price', 'rate'],
  mrp: ['MRP (₹)'],
  costPrice: ['Cost Price (₹)', 'cost', 'purchase price'],
  expiryDate: ['Expiry Date', 'expiry', 'exp', 'exp date'],
  packSize: ['Pack Size', 'units per pack'],
  packWord: ['Pack Word'],
  unitWord: ['Unit Word'],
  packPrice: ['Pack Price (₹)'],
  packMrp: ['Pack MRP (₹)'],
  packCost: ['Pack Cost (₹)'],
  hsn: ['HSN Code', 'hsn'],
  taxClass: ['Tax Class'],
  schedule: ['Schedule'],
} as const
export type FileField = keyof typeof columns

export const fileFields = Object.keys(columns) as FileField[]

export const headerOf = (field: FileField): string => columns[field][0]

/** Ignores case, spaces and punctuation: "Unit price (Rs)" matches "unit_price". */
const plain = (header: string) => header.toLowerCase().replace(/\((₹|rs\.?|inr)\)|[^a-z]/g, '')

const byHeader = new Map(
  fileFields.flatMap((field) => columns[field].map((header) => [plain(header), field] as const)),
)

export const fieldOf = (header: string): FileField | undefined => byHeader.get(plain(header))
