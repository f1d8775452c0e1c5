import {
  type AuditEntry,
  isForAdmins,
  type MedicineHistoryLine,
  type MedicineHistoryQuery,
  type Movement,
} from '@mms/contracts'
import { listAuditEntries } from '@mms/service-kit'
import type { Knex } from 'knex'
import { COST_PRICE_CHANGED } from '../medicines/audit-changes.ts'
import { medicineNotFoundProblem } from '../medicines/service.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { createMovementStore } from '../stock/movement-store.ts'

export type HistoryCursor = [version: number | null, entryId: number | null]

export interface HistoryLine {
  line: MedicineHistoryLine
  cursor: HistoryCursor
}

interface HistoryRequest extends Pick<MedicineHistoryQuery, 'kind'> {
  limit: number
  after: HistoryCursor
  isAdmin: boolean
}

function merge(movements: Movement[], changes: AuditEntry[], cursor: HistoryCursor): HistoryLine[] {
  const lines: HistoryLine[] = []
  let [version, entryId] = cursor
  for (let m = 0, c = 0; m < movements.length || c < changes.length; ) {
    const [movement, change] = [movements[m], changes[c]]
    if (movement && (!change || movement.createdAt >= change.at)) {
      m += 1
      version = movement.version
      lines.push({ line: { at: movement.createdAt, movement }, cursor: [version, entryId] })
    } else if (change) {
      c += 1
      entryId = Number(change._id)
      lines.push({ line: { at: change.at, change }, cursor: [version, entryId] })
    }
  }
  return lines
}

type Values = AuditEntry['before']

function withoutFieldsForAdmins(values: Values): Values {
  if (!values) return values
  return Object.fromEntries(Object.entries(values).filter(([field]) => !isForAdmins(field)))
}

/** Staff do not see addresses and cost prices. */
const shownToStaff = ({ before, after, ...entry }: AuditEntry): AuditEntry => ({
  ...entry,
  before: withoutFieldsForAdmins(before),
  after: withoutFieldsForAdmins(after),
  address: null,
  requestId: null,
})

/** Lists edits and movements of a medicine, newest first. Works for deleted medicines, too. */
export function createHistoryService(db: Knex) {
  const movements = createMovementStore(db)
  return {
    async list(id: string, { kind, limit, after, isAdmin }: HistoryRequest): Promise<HistoryLine[]> {
      const [version, entryId] = after
      const filter = { subject: id, ...(!isAdmin && { exceptAction: COST_PRICE_CHANGED }) }
      const [moved, changes] = await Promise.all([
        kind === 'changes' ? [] : movements.list(id, limit, version ?? undefined),
        kind === 'movements' ? [] : listAuditEntries(db, filter, limit, entryId ?? undefined),
      ])
      const lines = merge(moved, isAdmin ? changes : changes.map(shownToStaff), after)
      if (lines.length === 0 && !(await createMedicineStore(db).exists(id))) {
        throw medicineNotFoundProblem()
      }
      return lines.slice(0, limit)
    },
  }
}
export type HistoryService = ReturnType<typeof createHistoryService>
