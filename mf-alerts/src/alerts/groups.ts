import { type Alert, type AlertedMedicine, alertSeverities } from '@mms/contracts'

/** What one card shows: the open alerts of a medicine, the worst first, or a single one. */
export interface AlertGroup {
  key: string
  medicineId: Alert['medicineId']
  alerts: readonly Alert[]
}

/** A row of either list of the server. */
export type AlertRow = Alert | AlertedMedicine

export function groupOf(row: AlertRow): AlertGroup {
  if (!('alerts' in row)) return { key: row._id, medicineId: row.medicineId, alerts: [row] }
  return { ...row, key: row.medicineId?._id ?? row.alerts[0]?._id ?? '' }
}

const rank = ({ severity }: Alert) => alertSeverities.indexOf(severity)

/** Alerts by medicine in their order, the worst of each first. */
export function groupsOf(alerts: readonly Alert[]): AlertGroup[] {
  const byMedicine = Map.groupBy(alerts, ({ _id, medicineId }) => medicineId?._id ?? _id)
  return [...byMedicine].map(([key, found]) => ({
    key,
    medicineId: found[0]?.medicineId ?? null,
    alerts: found.toSorted((a, b) => rank(a) - rank(b)),
  }))
}
