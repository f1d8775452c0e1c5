import { type PriceRestoration, paiseToRupees, restorationSchema, rupeesToPaise } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import {
  type PriceValue,
  type PriceValues,
  restoreValue,
  type StoredChange,
  type ValueChange,
  type ValueField,
} from './value-rules.ts'

const LOOK_BACK = 200

const columns = {
  medicineId: 'value_changes.medicine_id',
  field: 'field',
  version: 'value_changes.version',
  movementId: 'movement_id',
  before: 'value_before',
  value: 'value_set',
  actorId: 'value_changes.actor_id',
  actorName: 'actor_name',
  createdAt: 'value_changes.created_at',
} as const satisfies Record<keyof ValueChange, string>

interface ValueRow extends Omit<ValueChange, 'before' | 'value'> {
  before: string | null
  value: string | null
  undoneBy?: string | null
}

const toText = (value: PriceValue): string | null => (value === null ? null : String(rupeesToPaise(value)))

const toValue = (text: string | null): PriceValue => (text === null ? null : paiseToRupees(Number(text)))

const toRow = (change: ValueChange) => ({
  medicine_id: change.medicineId,
  field: change.field,
  version: change.version,
  movement_id: change.movementId,
  value_before: toText(change.before),
  value_set: toText(change.value),
  actor_id: change.actorId,
  actor_name: change.actorName,
  created_at: new Date(change.createdAt),
})

const toChange = ({ undoneBy, ...row }: ValueRow): StoredChange => ({
  ...row,
  before: toValue(row.before),
  value: toValue(row.value),
  createdAt: toInstant(row.createdAt),
  isUndone: typeof undoneBy === 'string',
})

export function createValueStore(db: Knex) {
  const newest = async (medicineId: string, field: ValueField): Promise<StoredChange[]> => {
    const rows: ValueRow[] = await db('value_changes')
      .leftJoin('movements as reversals', 'reversals.reverses', 'value_changes.movement_id')
      .where({ 'value_changes.medicine_id': medicineId, field })
      .orderBy('value_changes.version', 'desc')
      .limit(LOOK_BACK)
      .select({ ...columns, undoneBy: 'reversals.id' })
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
