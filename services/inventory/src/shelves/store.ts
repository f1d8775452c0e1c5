import { rupeesToPaise } from '@mms/contracts'
import { byDialect, byId, chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { MedicineChange, StockUpdate } from '../medicines/store.ts'
import type { Batch } from './rules.ts'
import type { Shelf } from './shelf.ts'

const toPaise = (rupees: number | null | undefined) =>
  rupees === null || rupees === undefined ? null : rupeesToPaise(rupees)

const toRow = (batch: Batch) => ({
  id: batch._id,
  medicine_id: batch.medicineId,
  batch_number: batch.number,
  expiry_date: batch.expiryDate,
  mrp_paise: toPaise(batch.mrp),
  unit_price_paise: toPaise(batch.unitPrice),
  cost_price_paise: toPaise(batch.costPrice),
  supplier: batch.supplier ?? null,
  return_by: batch.returnBy ?? null,
  status: batch.status,
  stock: batch.stock,
  is_undone: batch.isUndone,
  version: batch.version,
  created_at: new Date(batch.createdAt),
})

interface Change {
  before: Batch
  after: Batch
}

const labels = [
  'number',
  'expiryDate',
  'status',
  'unitPrice',
  'mrp',
  'isUndone',
] as const satisfies (keyof Batch)[]

const changesMore = ({ before, after }: Change): boolean =>
  labels.some((label) => before[label] !== after[label])

const prefixed = <T>(table: string, columns: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(columns).map(([name, value]) => [`${table}.${name}`, value]))

/** The write of a single sale on MySQL, with a constant text. */
async function saveOne(db: Knex, medicine: MedicineChange, { before, after }: Change): Promise<boolean> {
  const values = Object.values(medicine.columns)
  const columns = Object.keys(medicine.columns).map((name) => `medicines.${name} = ?`)
  const [{ affectedRows }] = await db.raw(
    `update medicines join batches on batches.id = ? set ${columns.join(', ')}, batches.stock = ?, batches.version = ? where medicines.id = ? and medicines.version = ? and batches.version = ?`,
    [after._id, ...values, after.stock, after.version, medicine.id, medicine.version, before.version],
  )
  return affectedRows === 2
}

export function createBatchStore(db: Knex) {
  const eachOf = (changed: Change[], pick: (change: Change) => Knex.Value) =>
    byId(
      db,
      changed.map((change) => [change.after._id, pick(change)]),
      'batches.id',
    )
  function unchanged(query: Knex.QueryBuilder, changed: Change[]): Knex.QueryBuilder {
    const ids = changed.map(({ after }) => after._id)
    const versions = eachOf(changed, ({ before }) => before.version)
    return query.whereIn('batches.id', ids).where('batches.version', versions)
  }

  const stockColumns = (changed: Change[]) => ({
    stock: eachOf(changed, ({ after }) => after.stock),
    version: eachOf(changed, ({ after }) => after.version),
  })

  async function update(changed: Change[]): Promise<boolean> {
    const written = await unchanged(db('batches'), changed).update({
      ...stockColumns(changed),
      ...(changed.some(changesMore) && {
        batch_number: eachOf(changed, ({ after }) => after.number),
        expiry_date: eachOf(changed, ({ after }) => after.expiryDate),
        status: eachOf(changed, ({ after }) => after.status),
        unit_price_paise: eachOf(changed, ({ after }) => toPaise(after.unitPrice)),
        mrp_paise: eachOf(changed, ({ after }) => toPaise(after.mrp)),
        is_undone: eachOf(changed, ({ after }) => Number(after.isUndone)),
      }),
    })
    return written === changed.length
  }

  return {
    async save(shelves: Iterable<Shelf>): Promise<boolean> {
      const changes = [...shelves].map((shelf) => shelf.changes())
      const added = changes.flatMap((each) => each.added)
      const changed = changes.flatMap((each) => each.changed)
      for (const chunk of chunksOf(added)) await db('batches').insert(chunk.map(toRow))
      for (const chunk of chunksOf(changed)) if (!(await update(chunk))) return false
      return true
    },
    /**
     * Also writes the stock of the medicines, in one statement where the database can. False if another transaction
     * changed either.
     */
    async saveWith(medicines: StockUpdate, shelves: Shelf[]): Promise<boolean> {
      const changes = shelves.map((shelf) => shelf.changes())
      const changed = changes.flatMap((each) => each.changed)
      const isJoined =
        byDialect(db, { sqlite: false, mysql: true }) &&
        changes.every((each) => each.added.length === 0 && each.changed.length > 0)
      if (!isJoined || changed.some(changesMore)) {
        return (await medicines.query.update(medicines.columns)) === medicines.count && this.save(shelves)
      }
      const [only, ...more] = changed
      if (only && more.length === 0 && medicines.only) return saveOne(db, medicines.only, only)
      const both = medicines.query.join('batches', 'batches.medicine_id', 'medicines.id')
      const columns = {
        ...prefixed('medicines', medicines.columns),
        ...prefixed('batches', stockColumns(changed)),
      }
      const written = await unchanged(both, changed).update(columns)
      return written === medicines.count + changed.length
    },
  }
}
