import { type Alert, type AlertedMedicine, alertSeverities } from '@mms/contracts'

export interface AlertGroup {
  key: string
  medicineId: Alert['medicineId']
  alerts: readonly Alert[]
}

export type AlertRow = Alert | AlertedMedicine

export function alertGroupOf(row: AlertRow): AlertGroup {
  if (!('alerts' in row)) return { key: row._id, medicineId: row.medicineId, alerts: [row] }
  return { ...row, key: row.medicineId?._id ?? row.alerts[0]?._id ?? '' }
}

const rank = ({ severity }: Alert) => alertSeverities.indexOf(severity)

export function alertGroupsOf(alerts: readonly Alert[]): AlertGroup[] {
  const byMedicine = Map.groupBy(alerts, ({ _id, medicineId }) => medicineId?._id ?? _id)
  return [...byMedicine].map(([key, found]) => ({
    key,
    medicineId: found[0]?.medicineId ?? null,
    alerts: found.toSorted((a, b) => rank(a) - rank(b)),
  }))
}
