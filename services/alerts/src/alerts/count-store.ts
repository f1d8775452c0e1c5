import type { AlertSeverity, AlertStatus } from '@mms/contracts'
import { addToSums, sumByKeys } from '@mms/service-kit'
import type { Knex } from 'knex'

export interface AlertKind {
  status: AlertStatus
  type: string
  severity: AlertSeverity
}

export interface KindCount extends AlertKind {
  alerts: number
}

export type KindFilter = { [Part in keyof AlertKind]?: AlertKind[Part] | undefined }

export const knownOf = (filter: KindFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

interface KindChange {
  before: AlertKind | null
  after: AlertKind
}

const keys = ['status', 'type', 'severity'] as const
const sums = ['alerts'] as const
const keyOf = ({ status, type, severity }: AlertKind) => `${status} ${type} ${severity}`
const counting = ({ status, type, severity }: AlertKind, alerts: number) => ({
  status,
  type,
  severity,
  alerts,
})

function differences(changes: KindChange[]): KindCount[] {
  const counts = changes.flatMap(({ before, after }) => [
    ...(before ? [counting(before, -1)] : []),
    counting(after, 1),
  ])
  return sumByKeys(counts, keys, sums)
    .filter(({ alerts }) => alerts !== 0)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

export function createCountStore(db: Knex) {
  return {
    apply: (changes: KindChange[]): Promise<void> =>
      addToSums(db, 'alert_counts', differences(changes), keys, sums),
    async list(filter: KindFilter = {}): Promise<KindCount[]> {
      const rows = await db('alert_counts')
        .where(knownOf(filter))
        .where('alerts', '>', 0)
        .orderBy([...keys])
        .select(...keys, ...sums)
      return rows.map((row) => ({ ...row, alerts: Number(row.alerts) }))
    },
  }
}
