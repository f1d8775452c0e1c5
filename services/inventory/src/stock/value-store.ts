import { paiseToRupees, type Restoration, restorationSchema, rupeesToPaise } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import {
  type KnownChange,
  restore,
  type Value,
  type ValueChange,
  type ValueField,
  type Values,
} from './value-rules.ts'

/** How far back is looked for what stood before a value: changes of one field of one medicine. */
const LOOK_BACK = 200

interface ValueRow {
  medicine_id: string
  field: ValueField
  version: number
  movement_id: string | null
  value_before: string | null
  value_set: string | null
  actor_id: string | null
  actor_name: string | null
  created_at: unknown
  /** Absent unless asked for. */
  undone_by?: string | null
}

const toText = (value: Value): string | null =>
  typeof value === 'number' ? String(rupeesToPaise(value)) : value

const toValue = (field: ValueField, text: string | null): Value =>
  field === 'unitPrice' ? paiseToRupees(Number(text)) : text

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

const toChange = (row: ValueRow): KnownChange => ({
  medicineId: row.medicine_id,
  field: row.field,
  version: row.version,
  movementId: row.movement_id,
  before: toValue(row.field, row.value_before),
  value: toValue(row.field, row.value_set),
  actorId: row.actor_id,
  actorName: row.actor_name,
  createdAt: toInstant(row.created_at),
  isUndone: typeof row.undone_by === 'string',
})

/** Who set prices and expiry dates. */
export function createValueStore(db: Knex) {
  const newest = async (medicineId: string, field: ValueField): Promise<KnownChange[]> => {
    const rows: ValueRow[] = await db('value_changes')
      .leftJoin('movements as reversals', 'reversals.reverses', 'value_changes.movement_id')
      .where({ 'value_changes.medicine_id': medicineId, field })
      .orderBy('value_changes.version', 'desc')
      .limit(LOOK_BACK)
      .select('value_changes.*', 'reversals.id as undone_by')
    return rows.map(toChange)
  }

  return {
    async insert(changes: ValueChange[]): Promise<void> {
      if (changes.length > 0) await db('value_changes').insert(changes.map(toRow))
    },
    /**
     * What undoing the purchase `movementId` does to the values of its medicine, which is locked. Undefined where it set
     * none, or none that is known: in the previous release it left no line.
     */
    async restoration(movementId: string, medicineId: string, now: Values): Promise<Restoration | undefined> {
      const rows: ValueRow[] = await db('value_changes').where({
        movement_id: movementId,
        medicine_id: medicineId,
      })
      if (rows.length === 0) return undefined
      const found: [ValueField, unknown][] = []
      for (const row of rows) {
        const { field } = row
        found.push([field, restore(toChange(row), await newest(medicineId, field), now[field])])
      }
      return restorationSchema.parse(Object.fromEntries(found))
    },
  }
}
