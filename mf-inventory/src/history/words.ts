import type { AuditEntry, AuditValue, MedicineHistoryLine, MovementType } from '@mms/contracts'
import type { AuditWords } from '@mms/sdk/audit'
import { formatCount, formatDate, formatInstant, formatRupees } from '@mms/ui'

const movementNames: Record<MovementType, string> = {
  opening: 'Opening stock',
  sale: 'Sale',
  purchase: 'Purchase',
  return: 'Return',
  expired: 'Expired',
  adjustment: 'Adjustment',
}

const actionNames: Record<string, string> = {
  'medicine.added': 'Added',
  'medicine.deleted': 'Deleted',
}

const fieldNames: Record<string, string> = {
  name: 'Name',
  category: 'Category',
  manufacturer: 'Manufacturer',
  barcode: 'Barcode',
  composition: 'Composition',
  minStockLevel: 'Min. stock',
  unitPrice: 'Price',
  mrp: 'MRP',
  costPrice: 'Cost price',
  expiryDate: 'Expiry date',
}

const PRICES = ['unitPrice', 'mrp', 'costPrice']

function valueText(field: string, value: AuditValue | undefined): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (PRICES.includes(field)) return formatRupees(Number(value))
  if (field === 'expiryDate') return formatDate(String(value))
  return typeof value === 'number' ? formatCount(value) : String(value)
}

/** What happened, in a word. */
export function titleOf({ change, movement }: MedicineHistoryLine): string {
  if (movement) return movementNames[movement.type]
  return actionNames[change?.action ?? ''] ?? 'Changed'
}

/** Each field that was changed, as it was and as it is: `Price ₹12.50 → ₹13.00`. */
export function fieldLines({ action, before, after }: AuditEntry): string[] {
  if (action in actionNames) return []
  return Object.keys(after ?? {}).map((field) => {
    if (!(field in fieldNames)) return 'Demand factors'
    return `${fieldNames[field]} ${valueText(field, before?.[field])} → ${valueText(field, after?.[field])}`
  })
}

/** How changes of all medicines read. */
export const changeWords: AuditWords = {
  actions: {
    'medicine.added': 'Added',
    'medicine.changed': 'Changed',
    'medicine.cost-price-changed': 'Cost price changed',
    'medicine.deleted': 'Deleted',
  },
  fields: fieldNames,
  titleOf: (change) => titleOf({ at: change.at, change }),
  detailsOf: fieldLines,
}

export function signed(change: number): string {
  if (change === 0) return '0'
  return `${change < 0 ? '−' : '+'}${formatCount(Math.abs(change))}`
}

export const csvHeaders = ['Date', 'What', 'Change', 'Balance', 'By']

export const csvRow = (
  line: MedicineHistoryLine,
  nameOf: (id: string | null, name?: string | null) => string,
) => [
  formatInstant(line.at),
  titleOf(line),
  line.movement ? signed(line.movement.change) : line.change ? fieldLines(line.change).join('; ') : '',
  line.movement?.balanceAfter ?? '',
  line.movement
    ? nameOf(line.movement.actorId)
    : nameOf(line.change?.actorId ?? null, line.change?.actorName),
]
