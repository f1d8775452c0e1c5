import {
  type AlertedMedicine,
  type AlertedMedicinesQuery,
  alertSeverities,
  MAX_PAGE_SIZE,
} from '@mms/contracts'
import { decodeCursor, encodeCursor } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { createMedicineStore } from '../medicines/store.ts'
import { createMedicineListStore } from './medicine-list-store.ts'
import { type AlertRecord, toAlert } from './row.ts'

const cursorSchema = z.tuple([z.int(), z.uuid()])

const rank = ({ severity }: AlertRecord) => alertSeverities.indexOf(severity)
const worstFirst = (a: AlertRecord, b: AlertRecord) => rank(a) - rank(b) || (a.id < b.id ? 1 : -1)

export function createMedicineList(db: Knex) {
  const store = createMedicineListStore(db)
  const medicineStore = createMedicineStore(db)
  return async function listByMedicine({ limit = MAX_PAGE_SIZE, after, ...filter }: AlertedMedicinesQuery) {
    const start = after === undefined ? undefined : decodeCursor(after, cursorSchema)
    // One extra row shows whether there is a next page.
    const found = await store.listWorst(filter, limit + 1, start)
    const page = found.slice(0, limit)
    const lastShown = found.length > limit ? page.at(-1) : undefined
    const ids: string[] = page.map(({ medicineId }) => medicineId)
    const names = await medicineStore.findNames(ids)
    const records = (await store.listAlerts(filter, ids)).sort(worstFirst)
    const ofMedicine = Map.groupBy(records, ({ medicineId }) => medicineId)
    const medicines = ids.flatMap((id): AlertedMedicine[] => {
      const alerts = (ofMedicine.get(id) ?? []).map((record) => toAlert(record, names.get(id)))
      return alerts[0] ? [{ medicineId: alerts[0].medicineId, alerts }] : []
    })
    const next = lastShown && encodeCursor([lastShown.score, lastShown.newest])
    return { medicines, total: await store.count(filter), next }
  }
}
