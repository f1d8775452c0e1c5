import { alertEvents } from '@mms/contracts'
import { appendEvents } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createMedicineStore } from '../medicines/store.ts'
import type { Judgement } from '../rules/judge.ts'
import { type AlertChanges, compareAlerts } from './changes.ts'
import { createCountStore } from './count-store.ts'
import { type AlertRecord, toAlert } from './row.ts'
import { createAlertStore } from './store.ts'

export interface AlertChange {
  event: keyof typeof alertEvents
  before: AlertRecord | null
  after: AlertRecord
}

export type OnChanged = (
  changes: AlertChange[],
  names: Map<string, string>,
  trx: Knex.Transaction,
) => Promise<unknown>

export interface GenerationCounts {
  opened: number
  renewed: number
  closed: number
}

export const noChanges: GenerationCounts = { opened: 0, renewed: 0, closed: 0 }

function alertChangesOf(
  medicineId: string,
  { open, renew, close }: Omit<AlertChanges, 'endQuiet'>,
  now: Date,
): AlertChange[] {
  return [
    ...open.map((finding): AlertChange => {
      const unresolved = { resolvedAt: null, resolvedBy: null, snoozedUntil: null, quiet: false }
      const alert = { ...finding, id: v7(), medicineId, createdAt: now, renewedAt: now, ...unresolved }
      return { event: 'opened', before: null, after: { ...alert, status: 'new' } }
    }),
    ...renew.map(({ alert, finding: { type, severity, message } }): AlertChange => {
      return { event: 'renewed', before: alert, after: { ...alert, type, severity, message, renewedAt: now } }
    }),
    ...close.map((alert): AlertChange => {
      const after: AlertRecord = { ...alert, status: 'resolved', resolvedAt: now, resolvedBy: null }
      return { event: 'resolved', before: alert, after }
    }),
  ]
}

const after = (changes: AlertChange[], event: AlertChange['event']) =>
  changes.filter((change) => change.event === event).map((change) => change.after)

function planOf(judgements: Judgement[], watched: AlertRecord[], now: Date) {
  const ofMedicine = Map.groupBy(watched, ({ medicineId }) => medicineId)
  const planned = judgements.map((judgement) => {
    const { medicineId } = judgement
    const { endQuiet, ...changes } = compareAlerts(judgement, ofMedicine.get(medicineId) ?? [], now)
    return { endQuiet, changes: alertChangesOf(medicineId, changes, now) }
  })
  return {
    endQuiet: planned.flatMap(({ endQuiet }) => endQuiet),
    changes: planned.flatMap(({ changes }) => changes),
  }
}

/** Changed numbers in the message alone are not published. */
const isNews = ({ before, after }: AlertChange): boolean =>
  before === null ||
  before.type !== after.type ||
  before.severity !== after.severity ||
  before.status !== after.status

export function createAlertWriter(trx: Knex.Transaction, onChanged: OnChanged) {
  const store = createAlertStore(trx)

  async function publish(changes: AlertChange[]): Promise<void> {
    if (changes.length === 0) return
    const ids = changes.map((change) => change.after.medicineId)
    const names = await createMedicineStore(trx).findNames(ids)
    await appendEvents(
      trx,
      changes.map(({ event, after: alert }) => ({
        type: alertEvents[event],
        subject: alert.id,
        data: toAlert(alert, names.get(alert.medicineId)),
      })),
    )
    await onChanged(changes, names, trx)
    // Last, to hold the lock briefly: all alerts of a kind update this row.
    await createCountStore(trx).apply(changes)
  }

  return {
    /** Opens, updates and closes alerts. Throws a unique violation if another replica opened the same alert first. */
    async judge(judgements: Judgement[], now: Date): Promise<GenerationCounts> {
      const watched = await store.findWatched(judgements.map(({ medicineId }) => medicineId))
      const { endQuiet, changes } = planOf(judgements, watched, now)
      await store.endQuiet(endQuiet)
      await store.setStatus(after(changes, 'resolved'))
      await store.renew(after(changes, 'renewed'))
      await store.insert(after(changes, 'opened'))
      await publish(changes.filter(isNews))
      const count = (event: AlertChange['event']) => after(changes, event).length
      return { opened: count('opened'), renewed: count('renewed'), closed: count('resolved') }
    },
    async setStatus(change: AlertChange): Promise<void> {
      await store.setStatus([change.after])
      await publish([change])
    },
  }
}
