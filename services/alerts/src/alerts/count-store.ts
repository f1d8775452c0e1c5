import type { AlertSeverity, AlertStatus } from '@mms/contracts'
import { isEmbedded } from '@mms/service-kit'
import type { Knex } from 'knex'

/** What alerts are counted and found by. */
export interface Kind {
  status: AlertStatus
  type: string
  severity: AlertSeverity
}

export type KindFilter = { [Part in keyof Kind]?: Kind[Part] | undefined }

export interface KindCount extends Kind {
  alerts: number
}

/** An alert that became another kind; null: there was none before. */
export interface KindChange {
  from: Kind | null
  to: Kind
}

const keyOf = ({ status, type, severity }: Kind) => `${status} ${type} ${severity}`

/** By how much the count of each kind changes, in the one order in which they are locked: replicas must not deadlock. */
function differences(changes: KindChange[]): KindCount[] {
  const counts = new Map<string, KindCount>()
  const add = ({ status, type, severity }: Kind, by: number) => {
    const key = keyOf({ status, type, severity })
    const alerts = (counts.get(key)?.alerts ?? 0) + by
    counts.set(key, { status, type, severity, alerts })
  }
  for (const { from, to } of changes) {
    if (from) add(from, -1)
    add(to, 1)
  }
  return [...counts.values()]
    .filter(({ alerts }) => alerts !== 0)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** How many alerts there are of each kind. */
export function createCountStore(db: Knex) {
  const added = db.raw(`alert_counts.alerts + ${isEmbedded(db) ? 'excluded.alerts' : 'values(alerts)'}`)
  return {
    /** In the transaction that changes the alerts. */
    async apply(changes: KindChange[]): Promise<void> {
      const rows = differences(changes)
      if (rows.length === 0) return
      await db('alert_counts')
        .insert(rows)
        .onConflict(['status', 'type', 'severity'])
        .merge({ alerts: added })
    },
    /** The kinds of which there are alerts. */
    async list(filter: KindFilter = {}): Promise<KindCount[]> {
      const wanted = Object.entries(filter).filter(([, value]) => value !== undefined)
      const rows = await db('alert_counts')
        .where(Object.fromEntries(wanted))
        .where('alerts', '>', 0)
        .orderBy(['status', 'type', 'severity'])
        .select('status', 'type', 'severity', 'alerts')
      return rows.map((row) => ({ ...row, alerts: Number(row.alerts) }))
    },
  }
}
