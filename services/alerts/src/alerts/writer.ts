import { alertEvents } from '@mms/contracts'
import { appendEvents } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import type { Judgement } from '../rules/judge.ts'
import { type Changes, changesOf } from './changes.ts'
import { createCountStore } from './count-store.ts'
import { type AlertRecord, toAlert } from './row.ts'
import { createAlertStore } from './store.ts'

/** An alert that changed, as it was and as it is. */
export interface AlertChange {
  event: keyof typeof alertEvents
  before: AlertRecord | null
  after: AlertRecord
}

/** The names of medicines that are there. */
export type FindNames = (ids: string[]) => Promise<Map<string, string>>

/** What else is to be done about changes, in their transaction. */
export type OnChanged = (
  changes: AlertChange[],
  names: Map<string, string>,
  trx: Knex.Transaction,
) => Promise<unknown>

/** How many alerts were new, renewed and closed. */
export interface Tally {
  opened: number
  renewed: number
  closed: number
}

export const noChanges: Tally = { opened: 0, renewed: 0, closed: 0 }

let serial = 0
/** In the order of time, so that the newest come first by it; those of one moment in the order in which they were made. */
function newId(now: Date): string {
  serial = (serial + 1) % 2 ** 31
  return v7({ msecs: now.getTime(), seq: serial })
}

const opened = (medicineId: string, { open }: Changes, now: Date): AlertChange[] =>
  open.map((finding) => ({
    event: 'opened',
    before: null,
    after: {
      ...{ id: newId(now), medicineId, ...finding, status: 'new' as const },
      ...{ createdAt: now, renewedAt: now, resolvedAt: null, resolvedBy: null, quiet: false },
    },
  }))

const renewed = ({ renew }: Changes, now: Date): AlertChange[] =>
  renew.map(({ alert, finding: { severity, message } }) => ({
    ...{ event: 'renewed', before: alert },
    after: { ...alert, severity, message, renewedAt: now },
  }))

const closed = ({ close }: Changes, now: Date): AlertChange[] =>
  close.map((alert) => ({
    ...{ event: 'resolved', before: alert },
    after: { ...alert, status: 'resolved', resolvedAt: now, resolvedBy: null },
  }))

const after = (changes: AlertChange[], wanted: AlertChange['event']) =>
  changes.filter(({ event }) => event === wanted).map((change) => change.after)

/** What judgements change of the alerts that are watched. */
function planOf(judgements: Judgement[], watched: AlertRecord[], now: Date) {
  const ofMedicine = Map.groupBy(watched, ({ medicineId }) => medicineId)
  const planned = judgements.map((judgement) => {
    const { medicineId } = judgement
    return { medicineId, changes: changesOf(judgement, ofMedicine.get(medicineId) ?? [], now) }
  })
  return {
    endQuiet: planned.flatMap(({ changes }) => changes.endQuiet),
    changes: planned.flatMap(({ medicineId, changes }) => [
      ...opened(medicineId, changes, now),
      ...renewed(changes, now),
      ...closed(changes, now),
    ]),
  }
}

export interface WriterOptions {
  findNames: FindNames
  onChanged: OnChanged
}

/** Writes alerts, with their counts and events, in one transaction. */
export function createAlertWriter(trx: Knex.Transaction, { findNames, onChanged }: WriterOptions) {
  const store = createAlertStore(trx)

  async function tell(changes: AlertChange[]): Promise<void> {
    if (changes.length === 0) return
    const names = await findNames(changes.map((change) => change.after.medicineId))
    await appendEvents(
      trx,
      changes.map(({ event, after: alert }) => ({
        ...{ type: alertEvents[event], subject: alert.id },
        data: toAlert(alert, names.get(alert.medicineId)),
      })),
    )
    await onChanged(changes, names, trx)
    // Last, because all alerts of a kind meet at this row.
    await createCountStore(trx).apply(changes.map((change) => ({ from: change.before, to: change.after })))
  }

  return {
    /**
     * Makes the alerts of these medicines those that hold. Throws a unique violation when somebody else has opened one of
     * them meanwhile: nothing of the transaction is written, and what is there now has to be looked at anew.
     */
    async judge(
      judgements: Judgement[],
      now: Date,
      isWanted: (change: AlertChange) => boolean,
    ): Promise<Tally> {
      const watched = await store.findWatched(judgements.map(({ medicineId }) => medicineId))
      const plan = planOf(judgements, watched, now)
      const changes = plan.changes.filter(isWanted)
      await store.endQuiet(plan.endQuiet)
      await store.setStatus(after(changes, 'resolved'))
      await store.renew(after(changes, 'renewed'))
      await store.insert(after(changes, 'opened'))
      await tell(changes)
      const count = (wanted: AlertChange['event']) => after(changes, wanted).length
      return { opened: count('opened'), renewed: count('renewed'), closed: count('resolved') }
    },
    /** Writes what a person has made of an alert that is locked. */
    async setStatus(change: AlertChange): Promise<void> {
      await store.setStatus([change.after])
      await tell([change])
    },
  }
}
