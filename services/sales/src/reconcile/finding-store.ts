import { chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Finding } from './rules.ts'

const DELETED_AT_ONCE = 1_000

const columns = { kind: 'kind', medicineId: 'medicine_id', id: 'subject_id', detail: 'detail' }
const LONGEST_DETAIL = 200

/** Findings are kept in the database, so that memory does not limit them. */
export function createFindingStore(db: Knex, run: string) {
  const own = () => db('reconciliation_findings').where({ run })
  let count = 0

  return {
    count: () => count,
    async add(findings: Finding[]): Promise<void> {
      count += findings.length
      const rows = findings.map(({ kind, medicineId, id, detail }) => ({
        run,
        kind,
        medicine_id: medicineId,
        subject_id: id,
        detail: detail.slice(0, LONGEST_DETAIL),
      }))
      for (const chunk of chunksOf(rows)) await db('reconciliation_findings').insert(chunk)
    },
    async remove(medicineId: string): Promise<void> {
      count -= await own().where({ medicine_id: medicineId }).delete()
    },
    first: (limit: number): Promise<Finding[]> => own().orderBy('id').limit(limit).select(columns),
    async removeOthers(): Promise<void> {
      for (;;) {
        const ids = await db('reconciliation_findings').whereNot({ run }).limit(DELETED_AT_ONCE).pluck('id')
        if (ids.length === 0) return
        await db('reconciliation_findings').whereIn('id', ids).delete()
      }
    },
  }
}
