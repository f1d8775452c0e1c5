import {
  type Alert,
  type AlertedMedicinesQuery,
  type AlertListQuery,
  type AlertStatus,
  type AlertSummary,
  addDays,
  alertSeverities,
  alertStatuses,
  alertTypes,
  startOfStoreDay,
  type UpdateAlert,
} from '@mms/contracts'
import { decodeCursor, inTransaction, problem, recordChange, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { createMedicineStore } from '../medicines/store.ts'
import { type AlertKind, createCountStore, type KindCount } from './count-store.ts'
import { type AlertRecord, type Person, toAlert } from './row.ts'
import { createAlertStore, createListStore, createMedicineListStore } from './store.ts'
import { type AlertChange, createAlertWriter, type OnChanged } from './writer.ts'

const medicineCursorSchema = z.tuple([z.int(), z.uuid()])

const rank = ({ severity }: AlertRecord) => alertSeverities.indexOf(severity)
const worstFirst = (a: AlertRecord, b: AlertRecord) => rank(a) - rank(b) || (a.id < b.id ? 1 : -1)

function createMedicineList(db: Knex) {
  const store = createMedicineListStore(db)
  const medicineStore = createMedicineStore(db)
  return async function listByMedicine({ after, limit: _, ...filter }: AlertedMedicinesQuery, limit: number) {
    const start = after === undefined ? undefined : decodeCursor(after, medicineCursorSchema)
    const page = await store.listWorst(filter, limit, start)
    const ids: string[] = page.map(({ medicineId }) => medicineId)
    const names = await medicineStore.findNames(ids)
    const records = (await store.listAlerts(filter, ids)).sort(worstFirst)
    const ofMedicine = Map.groupBy(records, ({ medicineId }) => medicineId)
    const found = page.map(({ medicineId, score, newest }) => {
      const own = ofMedicine.get(medicineId) ?? []
      const alerts = own.map((record) => toAlert(record, names.get(medicineId)))
      return { alerts, cursor: [score, newest] }
    })
    return { found, total: await store.count(filter) }
  }
}

interface AlertServiceOptions {
  db: Knex
  clock: StoreClock
  onChanged: OnChanged
}

const RECENT = 5
const NAME_LENGTH = 200
const cursorSchema = z.tuple([z.uuid()])

const sum = (kinds: KindCount[]) => kinds.reduce((total, { alerts }) => total + alerts, 0)

/** Leaves out unknown values, which a later release may have stored. */
function countsOf<Word extends string>(words: readonly Word[], kinds: KindCount[], part: keyof AlertKind) {
  const counts = words.map((word) => [word, sum(kinds.filter((kind) => kind[part] === word))])
  return Object.fromEntries(counts) as Record<Word, number>
}

function notForward({ status, resolvedAt, resolvedBy }: AlertRecord, wanted: AlertStatus) {
  if (resolvedAt) {
    const why = resolvedBy
      ? `${resolvedBy.name} has already resolved this alert`
      : 'This alert was closed because its cause is gone'
    return problem.conflict('alerts.already_resolved', why)
  }
  return problem.conflict('alerts.not_forward', `An alert that is ${status} cannot be marked as ${wanted}`)
}

type Resolution = Pick<AlertRecord, 'resolvedAt' | 'resolvedBy' | 'snoozedUntil'>

function moved(before: AlertRecord, status: AlertStatus, resolution: Resolution): AlertChange {
  const isForward = alertStatuses.indexOf(status) > alertStatuses.indexOf(before.status)
  if (!isForward) throw notForward(before, status)
  if (status !== 'resolved') return { event: 'read', before, after: { ...before, status } }
  return { event: 'resolved', before, after: { ...before, ...resolution, status, quiet: true } }
}

function recordMove(trx: Knex.Transaction, { before, after }: AlertChange): Promise<void> {
  const { id, status, medicineId, snoozedUntil } = after
  return recordChange(trx, {
    action: `alert.${snoozedUntil ? 'snoozed' : status}`,
    subject: id,
    before: { status: before?.status },
    after: { status, medicineId, ...(snoozedUntil && { snoozedUntil: snoozedUntil.toISOString() }) },
  })
}

export function createAlertService({ db, clock, onChanged }: AlertServiceOptions) {
  const store = createListStore(db)
  const counts = createCountStore(db)

  async function show(records: AlertRecord[]): Promise<Alert[]> {
    const names = await createMedicineStore(db).findNames(records.map(({ medicineId }) => medicineId))
    return records.map((record) => toAlert(record, names.get(record.medicineId)))
  }

  return {
    async list({ after, limit: _, medicine, ...filter }: AlertListQuery, limit: number) {
      if (medicine) {
        const alerts = await show(await store.listOfMedicine(medicine, filter, limit))
        return { alerts, total: alerts.length }
      }
      const kinds = await counts.list(filter)
      const isFiltered = Object.values(filter).some((value) => value !== undefined)
      const [id] = after === undefined ? [] : decodeCursor(after, cursorSchema)
      const records = await store.listNewest(isFiltered ? kinds : 'all', limit, id)
      return { alerts: await show(records), total: sum(kinds) }
    },
    listByMedicine: createMedicineList(db),
    async listRecent(): Promise<Alert[]> {
      const open = (await counts.list()).filter(({ status }) => status !== 'resolved')
      return show(await store.listWorst(open, RECENT))
    },
    async summarize(): Promise<AlertSummary> {
      const kinds = await counts.list()
      const open = kinds.filter(({ status }) => status !== 'resolved')
      return {
        byStatus: countsOf(alertStatuses, kinds, 'status'),
        bySeverity: countsOf(alertSeverities, open, 'severity'),
        byType: countsOf(alertTypes, open, 'type'),
      }
    },
    /** Moves an alert to a later status. Throws 404, or 409 with the current status. */
    async setStatus(id: string, { status, snoozeDays }: UpdateAlert, person: Person): Promise<Alert> {
      const resolution = {
        resolvedAt: clock.now(),
        resolvedBy: { ...person, name: person.name.slice(0, NAME_LENGTH).toWellFormed() },
        snoozedUntil:
          snoozeDays === undefined
            ? null
            : startOfStoreDay(addDays(clock.today(), snoozeDays), clock.timeZone),
      }
      const alert = await inTransaction(db, async (trx) => {
        const before = await createAlertStore(trx).findLocked(id)
        if (!before) throw problem.notFound('alerts.alert_not_found', 'Alert not found')
        const change = moved(before, status, resolution)
        await createAlertWriter(trx, onChanged).setStatus(change)
        await recordMove(trx, change)
        return change.after
      })
      const [shown] = await show([alert])
      return shown as Alert
    },
  }
}
export type AlertService = ReturnType<typeof createAlertService>
