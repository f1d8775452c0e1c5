import {
  type AuditEntry,
  type AuditValue,
  type BatchLine,
  describeField,
  type MedicineHistoryLine,
  type MovementType,
  medicineFieldNames,
  medicineFields,
} from '@mms/contracts'
import type { AuditWords } from '@mms/sdk/audit'
import { formatCount, formatDate, formatRupees } from '@mms/ui'
import * as words from '../words/history.ts'
import type { useActorNames } from './api.ts'

const fieldNames: Record<string, string> = {
  ...Object.fromEntries(
    medicineFieldNames.map((field) => [field, describeField(field).word]).filter(([, word]) => word),
  ),
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

/** Stock stores a return to the supplier as an adjustment. */
export const movementTitleOf = ({
  type,
  toSupplier,
}: {
  type: string
  toSupplier?: true | undefined
}): string => (toSupplier ? words.returnedToSupplier : (words.movementNames[type as MovementType] ?? type))

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

const actionsWithFields = ['batch.changed', 'batch.discounted']

export function describeChangedFields({ action, before, after }: AuditEntry): string[] {
  if (action in words.actionNames) return []
  const fields = Object.keys(after ?? {})
  const line = (field: string) =>
    `${fieldNames[field]} ${valueText(field, before?.[field])} → ${valueText(field, after?.[field])}`
  if (!(action in words.batchActionNames))
    return fields.map((field) => (field in fieldNames ? line(field) : words.demandFactors))
  const name = words.batchNamed(String(after?.batch ?? words.withoutNumber))
  if (!actionsWithFields.includes(action)) return [name, String(after?.reason ?? '')].filter(Boolean)
  return [name, ...fields.filter((field) => field in fieldNames).map(line)]
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

type NameOf = ReturnType<typeof useActorNames>

export const actorOf = ({ movement, change }: MedicineHistoryLine, nameOf: NameOf) =>
  movement ? nameOf(movement.actorId) : nameOf(change?.actorId ?? null, change?.actorName)

export function toHistoryCsvRow(line: MedicineHistoryLine, nameOf: NameOf) {
  const { at, movement, change } = line
  const what = change ? describeChangedFields(change).join('; ') : ''
  return [
    at,
    historyTitleOf(line),
    movement ? formatSignedCount(movement.change) : what,
    movement?.balanceAfter ?? '',
    actorOf(line, nameOf),
  ]
}
