import {
  type AuditEntry,
  type AuditValue,
  type BatchLine,
  describeField,
  type MedicineHistoryLine,
  type Movement,
  type MovementType,
  medicineFieldNames,
  medicineFields,
} from '@mms/contracts'
import type { AuditWords } from '@mms/sdk/audit'
import { formatCount, formatDate, formatRupees } from '@mms/ui'

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

const batchActionNames: Record<string, string> = {
  'batch.changed': 'Batch changed',
  'batch.quarantined': 'Batch quarantined',
  'batch.recalled': 'Batch recalled',
  'batch.released': 'Batch released',
  'batch.discounted': 'Batch discounted',
}

const namedFields = medicineFieldNames.flatMap((field) => {
  const { word } = describeField(field)
  return word ? [[field, word]] : []
})

const fieldNames: Record<string, string> = {
  ...Object.fromEntries(namedFields),
  number: 'Number',
  supplier: 'Supplier',
  returnBy: 'Returnable until',
}

const kindOf = (field: string) =>
  field === 'returnBy' ? 'date' : (medicineFields as Record<string, { kind: string }>)[field]?.kind

function valueText(field: string, value: AuditValue | undefined): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (kindOf(field) === 'money') return formatRupees(Number(value))
  if (kindOf(field) === 'date') return formatDate(String(value))
  return typeof value === 'number' ? formatCount(value) : String(value)
}

export const movementName = (type: string): string => movementNames[type as MovementType] ?? type

/** A return to the supplier is stored as an adjustment. */
export const movementTitle = ({
  type,
  toSupplier,
}: Pick<Movement, 'toSupplier'> & { type: string }): string =>
  toSupplier ? 'Returned to supplier' : movementName(type)

export function titleOf({ change, movement }: MedicineHistoryLine): string {
  if (movement) return movementTitle(movement)
  const action = change?.action ?? ''
  return actionNames[action] ?? batchActionNames[action] ?? 'Changed'
}

export function linesText(lines: readonly BatchLine[] = []): string {
  if (lines.every(({ number }) => number === null)) return ''
  const name = ({ number }: BatchLine) => number ?? 'no number'
  if (lines.length === 1) return lines.map(name).join()
  return lines.map((line) => `${formatCount(Math.abs(line.effect))} × ${name(line)}`).join(', ')
}

export function fieldLines({ action, before, after }: AuditEntry): string[] {
  if (action in actionNames) return []
  if (action in batchActionNames) return batchLines(action, before, after)
  return Object.keys(after ?? {}).map((field) => {
    if (!(field in fieldNames)) return 'Demand factors'
    return `${fieldNames[field]} ${valueText(field, before?.[field])} → ${valueText(field, after?.[field])}`
  })
}

type Values = AuditEntry['after']

const withFields = ['batch.changed', 'batch.discounted']

function batchLines(action: string, before: Values, after: Values): string[] {
  const name = `Batch ${after?.batch ?? 'without a number'}`
  if (!withFields.includes(action)) return [name, String(after?.reason ?? '')].filter(Boolean)
  const fields = Object.keys(after ?? {}).filter((field) => field in fieldNames)
  const lines = fields.map(
    (field) =>
      `${fieldNames[field]} ${valueText(field, before?.[field])} → ${valueText(field, after?.[field])}`,
  )
  return [name, ...lines]
}

export const changeWords: AuditWords = {
  actions: {
    'medicine.added': 'Added',
    'medicine.changed': 'Changed',
    'medicine.cost-price-changed': 'Cost price changed',
    'medicine.deleted': 'Deleted',
    ...batchActionNames,
  },
  fields: fieldNames,
  titleOf: (change) => titleOf({ at: change.at, change }),
  detailsOf: fieldLines,
}

export function signedCount(change: number): string {
  if (change === 0) return '0'
  return `${change < 0 ? '−' : '+'}${formatCount(Math.abs(change))}`
}

export const csvHeaders = ['Date', 'What', 'Change', 'Balance', 'By']

export const csvRow = (
  line: MedicineHistoryLine,
  nameOf: (id: string | null, name?: string | null) => string,
) => [
  line.at,
  titleOf(line),
  line.movement ? signedCount(line.movement.change) : line.change ? fieldLines(line.change).join('; ') : '',
  line.movement?.balanceAfter ?? '',
  line.movement
    ? nameOf(line.movement.actorId)
    : nameOf(line.change?.actorId ?? null, line.change?.actorName),
]

export const failedLoadHistory = 'Failed to load the history'
export const you = 'You'
export const medicineChanges = 'Medicine changes'
export const changesText =
  'Who added, changed or deleted a medicine: prices, expiry dates, minimum stock. Stock itself is in the history of each medicine.'
export const history = 'History'
export const everything = 'Everything'
export const changes = 'Changes'
export const movements = 'Movements'
export const historyNoun = 'the history'
export const nothingChangedYet = 'Nothing has been changed yet.'
export const balance = 'Balance'
