import type { BatchMovement } from '@mms/contracts'
import { listAuditEntries } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createBatchMovementStore } from './movement-store.ts'
import { createNumberingStore, type Numbering } from './numbering-store.ts'
import { NUMBERED, noSuchBatch } from './rules.ts'
import { createBatchPageStore } from './store.ts'

/** As the first movement of its batch, by whoever the audit log names. */
async function movementOf(db: Knex, { medicineId, at, ...line }: Numbering): Promise<BatchMovement> {
  const from = new Date(at)
  const filter = { subject: medicineId, action: 'batch.changed', from, until: new Date(from.getTime() + 1) }
  const [entry] = await listAuditEntries(db, filter, 1)
  const actorId = entry?.actorId ?? null
  return { ...line, version: 0, type: NUMBERED, reverses: null, actorId, createdAt: at }
}

/** Lists what moved a batch, newest first, below the version `before` where given; last of all that it got its number. */
export function createMovementList(db: Knex) {
  const movements = createBatchMovementStore(db)
  return async (id: string, limit: number, before?: number): Promise<BatchMovement[]> => {
    const lines = await movements.list(id, limit, before)
    const numbering = lines.length < limit ? await createNumberingStore(db).find(id) : undefined
    if (numbering) return [...lines, await movementOf(db, numbering)]
    if (lines.length === 0 && (await createBatchPageStore(db).find([id])).length === 0) throw noSuchBatch()
    return lines
  }
}
