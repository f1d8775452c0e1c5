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
import * as words from '../words/history.ts'

const namedFields = medicineFieldNames.flatMap((field) => {
  const { word } = describeField(field)
  return word ? [[field, word]] : []
})

const fieldNames: Record<string, string> = {
  ...Object.fromEntries(namedFields),
  ...words.batchFieldNames,
}

const kindOf = (field: string) =>
  field === 'returnBy' ? 'date' : (medicineFields as Record<string, { kind: string }>)[field]?.kind

function valueText(field: string, value: AuditValue | undefined): string {
  if (value === null || value === undefined || value === '') return words.noValue
  if (kindOf(field) === 'money') return formatRupees(Number(value))
  if (kindOf(field) === 'date') return formatDate(String(value))
  return typeof value === 'number' ? formatCount(value) : String(value)
}

const movementName = (type: string): string => words.movementNames[type as MovementType] ?? type

/** Stock stores a return to the supplier as an adjustment. */
export const movementTitleOf = ({
  type,
  toSupplier,
}: Pick<Movement, 'toSupplier'> & { type: string }): string =>
  toSupplier ? words.returnedToSupplier : movementName(type)

export function historyTitleOf({ change, movement }: MedicineHistoryLine): string {
  if (movement) return movementTitleOf(movement)
  const action = change?.action ?? ''
  return words.actionNames[action] ?? words.batchActionNames[action] ?? words.changed
}

export function describeBatchLines(lines: readonly BatchLine[] = []): string {
  if (lines.every(({ number }) => number === null)) return ''
  const name = ({ number }: BatchLine) => number ?? words.noNumber
  if (lines.length === 1) return lines.map(name).join()
  return lines.map((line) => `${formatCount(Math.abs(line.effect))} × ${name(line)}`).join(', ')
}

export function describeChangedFields({ action, before, after }: AuditEntry): string[] {
  if (action in words.actionNames) return []
  if (action in words.batchActionNames) return batchLines(action, before, after)
  return Object.keys(after ?? {}).map((field) => {
    if (!(field in fieldNames)) return words.demandFactors
    return `${fieldNames[field]} ${valueText(field, before?.[field])} → ${valueText(field, after?.[field])}`
  })
}

type Values = AuditEntry['after']

const withFields = ['batch.changed', 'batch.discounted']

function batchLines(action: string, before: Values, after: Values): string[] {
  const name = words.batchNamed(String(after?.batch ?? words.withoutNumber))
  if (!withFields.includes(action)) return [name, String(after?.reason ?? '')].filter(Boolean)
  const fields = Object.keys(after ?? {}).filter((field) => field in fieldNames)
  const lines = fields.map(
    (field) =>
      `${fieldNames[field]} ${valueText(field, before?.[field])} → ${valueText(field, after?.[field])}`,
  )
  return [name, ...lines]
}

export const changeWords: AuditWords = {
  actions: words.changeNames,
  fields: fieldNames,
  titleOf: (change) => historyTitleOf({ at: change.at, change }),
  detailsOf: describeChangedFields,
}

export function formatSignedCount(change: number): string {
  if (change === 0) return '0'
  return `${change < 0 ? '−' : '+'}${formatCount(Math.abs(change))}`
}

export const toHistoryCsvRow = (
  line: MedicineHistoryLine,
  nameOf: (id: string | null, name?: string | null) => string,
) => [
  line.at,
  historyTitleOf(line),
  line.movement
    ? formatSignedCount(line.movement.change)
    : line.change
      ? describeChangedFields(line.change).join('; ')
      : '',
  line.movement?.balanceAfter ?? '',
  line.movement
    ? nameOf(line.movement.actorId)
    : nameOf(line.change?.actorId ?? null, line.change?.actorName),
]
