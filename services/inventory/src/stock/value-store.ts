import {
  type MedicineState,
  type Movement,
  type PriceRestoration,
  paiseToRupees,
  restorationSchema,
  rupeesToPaise,
} from '@mms/contracts'
import { type Actor, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { PurchaseValues } from '../medicines/rules.ts'
import { toColumns } from '../medicines/store.ts'

export const valueFields = ['unitPrice', 'costPrice'] as const
type ValueField = (typeof valueFields)[number]
type PriceValues = Pick<MedicineState, ValueField>
type PriceValue = number | null

interface ValueChange {
  medicineId: string
  field: ValueField
  version: number
  movementId: string | null
  before: PriceValue
  value: PriceValue
  actorId: string | null
  actorName: string | null
  createdAt: string
}

interface StoredChange extends ValueChange {
  isUndone: boolean
}

const MAX_NAME = 200

type Author = Pick<ValueChange, 'movementId' | 'actorId' | 'actorName'>

function changesOf(before: MedicineState, after: MedicineState, fields: ValueField[], author: Author) {
  return fields.map((field) => ({
    ...author,
    medicineId: after._id,
    field,
    version: after.version,
    before: before[field] ?? null,
    value: after[field] ?? null,
    createdAt: after.updatedAt,
  }))
}

/** Includes unchanged values, because a purchase confirms them. */
export function changesByDelivery(
  before: MedicineState,
  after: MedicineState,
  { _id: movementId, actorId }: Pick<Movement, '_id' | 'actorId'>,
  purchased: PurchaseValues,
): ValueChange[] {
  const fields = valueFields.filter((field) => purchased[field] !== undefined)
  return changesOf(before, after, fields, { movementId, actorId, actorName: null })
}

const packFields = { unitPrice: 'packPrice', costPrice: 'packCost' } as const

/** The form sends all values; only changes count. A pack price can change while the rounded unit price does not. */
export function changesByForm(before: MedicineState, after: MedicineState, actor: Actor): ValueChange[] {
  const isChanged = (field: keyof MedicineState) => (before[field] ?? null) !== (after[field] ?? null)
  const fields = valueFields.filter((field) => isChanged(field) || isChanged(packFields[field]))
  return changesOf(before, after, fields, {
    movementId: null,
    actorId: actor.id,
    actorName: actor.name.slice(0, MAX_NAME),
  })
}

function valueBefore(change: ValueChange, earlier: StoredChange[]): PriceValue {
  let value = change.before
  for (const one of earlier) {
    if (!one.isUndone || one.value !== value) break
    value = one.before
  }
  return value
}

/**
 * Restores the value before `change`, unless a later change counts or the value differs now. `all` are the field's
 * changes, newest first. Undefined if nothing changes.
 */
function restoreValue(change: ValueChange, all: StoredChange[], now: PriceValue) {
  const later = all.find(({ version, isUndone }) => version > change.version && !isUndone)
  const before = valueBefore(
    change,
    all.filter(({ version }) => version < change.version),
  )
  if (before === now) return undefined
  if (!later && now === change.value) return { isRestored: true, now: before, before, setBy: null }
  const setBy = later ? { movementId: later.movementId, name: later.actorName } : null
  return { isRestored: false, now, before, setBy }
}

export function withRestoredValues(medicine: MedicineState, restoration: PriceRestoration): MedicineState {
  const { unitPrice, costPrice } = restoration
  return {
    ...medicine,
    unitPrice: unitPrice?.isRestored ? unitPrice.now : medicine.unitPrice,
    costPrice: costPrice?.isRestored ? costPrice.now : medicine.costPrice,
  }
}

const LOOK_BACK = 200

const columns = {
  medicineId: 'medicine_id',
  field: 'field',
  version: 'version',
  movementId: 'movement_id',
  before: 'value_before',
  value: 'value_set',
  actorId: 'actor_id',
  actorName: 'actor_name',
  createdAt: 'created_at',
} as const satisfies Record<keyof ValueChange, string>

interface ValueRow extends Omit<ValueChange, 'before' | 'value'> {
  before: string | null
  value: string | null
  undoneBy?: string | null
}

const toText = (value: PriceValue): string | null => (value === null ? null : String(rupeesToPaise(value)))

const toValue = (text: string | null): PriceValue => (text === null ? null : paiseToRupees(Number(text)))

const toRow = ({ before, value, createdAt, ...change }: ValueChange) => {
  const stored = { before: toText(before), value: toText(value), createdAt: new Date(createdAt) }
  return toColumns(columns, { ...change, ...stored })
}

const toChange = ({ undoneBy, ...row }: ValueRow): StoredChange => ({
  ...row,
  before: toValue(row.before),
  value: toValue(row.value),
  createdAt: toInstant(row.createdAt),
  isUndone: typeof undoneBy === 'string',
})

export function createValueStore(db: Knex) {
  const newest = async (medicineId: string, field: ValueField): Promise<StoredChange[]> => {
    const reversal = db('movements').where('reverses', db.ref('value_changes.movement_id')).select('id')
    const rows: ValueRow[] = await db('value_changes')
      .where({ medicine_id: medicineId, field })
      .orderBy('version', 'desc')
      .limit(LOOK_BACK)
      .select(columns, reversal.as('undoneBy'))
    return rows.map(toChange)
  }

  return {
    async insert(changes: ValueChange[]): Promise<void> {
      if (changes.length > 0) await db('value_changes').insert(changes.map(toRow))
    },
    async restoration(
      movementId: string,
      medicineId: string,
      now: PriceValues,
    ): Promise<PriceRestoration | undefined> {
      const rows: ValueRow[] = await db('value_changes')
        .where({ movement_id: movementId, medicine_id: medicineId })
        .select(columns)
      if (rows.length === 0) return undefined
      const found: [ValueField, unknown][] = []
      for (const row of rows) {
        const { field } = row
        found.push([field, restoreValue(toChange(row), await newest(medicineId, field), now[field] ?? null)])
      }
      return restorationSchema.parse(Object.fromEntries(found))
    },
  }
}
