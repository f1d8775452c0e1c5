import type { Movement } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'

const columns = {
  _id: 'id',
  medicineId: 'medicine_id',
  version: 'version',
  type: 'type',
  change: 'effect',
  balanceAfter: 'balance_after',
  reverses: 'reverses',
  actorId: 'actor_id',
  createdAt: 'created_at',
} as const satisfies Record<keyof Movement, string>

const toMovement = (row: Movement): Movement => ({ ...row, createdAt: toInstant(row.createdAt) })

const toRow = (movement: Movement) => ({
  id: movement._id,
  medicine_id: movement.medicineId,
  version: movement.version,
  type: movement.type,
  effect: movement.change,
  balance_after: movement.balanceAfter,
  reverses: movement.reverses,
  actor_id: movement.actorId,
  created_at: new Date(movement.createdAt),
})

export function createMovementStore(db: Knex) {
  const listQuery = (medicineId: string, limit: number, before?: number) => {
    const query = db('movements').where({ medicine_id: medicineId })
    if (before !== undefined) query.where('version', '<', before)
    return query.orderBy('version', 'desc').limit(limit).select(columns)
  }
  const pageQuery = (medicineId: string, version: number, limit: number) =>
    db('movements')
      // Said twice, because MySQL seeks in its index by the first condition only.
      .where('medicine_id', '>=', medicineId)
      .where((after) => {
        void after
          .where('medicine_id', '>', medicineId)
          .orWhere((same) => void same.where('version', '>', version))
      })
      .orderBy(['medicine_id', 'version'])
      .limit(limit)
      .select(columns)
  return {
    listQuery,
    async find(id: string): Promise<Movement | undefined> {
      const row = await db('movements').where({ id }).first(columns)
      return row && toMovement(row)
    },
    async isReversed(id: string): Promise<boolean> {
      return (await db('movements').where({ reverses: id }).first('id')) !== undefined
    },
    /** Newest first, below the version `before` where given. */
    async list(medicineId: string, limit: number, before?: number): Promise<Movement[]> {
      const rows: Movement[] = await listQuery(medicineId, limit, before)
      return rows.map(toMovement)
    },
    /** Of all medicines, each one's in order, after the movement `version` of `medicineId`. */
    pageQuery,
    async listAll(medicineId: string, version: number, limit: number): Promise<Movement[]> {
      const rows: Movement[] = await pageQuery(medicineId, version, limit)
      return rows.map(toMovement)
    },
    async insert(movements: Movement[]): Promise<void> {
      if (movements.length > 0) await db('movements').insert(movements.map(toRow))
    },
  }
}
