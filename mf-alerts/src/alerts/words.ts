import {
  type Alert,
  type AlertSeverity,
  type AlertStatus,
  type AlertType,
  alertSeverities,
  alertStatuses,
  alertTypes,
  type TransactionType,
} from '@mms/contracts'

interface Look {
  name: string
  palette: string
}

export const statusLooks: Record<AlertStatus, Look> = {
  new: { name: 'New', palette: 'blue' },
  read: { name: 'Read', palette: 'gray' },
  resolved: { name: 'Resolved', palette: 'green' },
}

/** The specification's colours. */
export const severityLooks: Record<AlertSeverity, Look> = {
  high: { name: 'High', palette: 'red' },
  medium: { name: 'Medium', palette: 'yellow' },
  low: { name: 'Low', palette: 'blue' },
}

interface TypeWords {
  name: string
  title: string
  explanation: string
}

export const typeWords: Record<AlertType, TypeWords> = {
  low_stock: {
    name: 'Low Stock',
    title: 'Low Stock',
    explanation: 'The stock is at or below the minimum stock level.',
  },
  expired: {
    name: 'Expired',
    title: 'Expired',
    explanation: 'It has expired, and the remaining stock must be written off.',
  },
  expiry: {
    name: 'Expiring Soon',
    title: 'Expiry',
    explanation: 'It expires within the next 30 days.',
  },
  return_to_distributor: {
    name: 'Return to Distributor',
    title: 'Return to Distributor',
    explanation: 'It expires within the notice period of distributors.',
  },
  high_demand_predicted: {
    name: 'High Demand',
    title: 'High Demand Predicted',
    explanation: 'Stock will not last the season.',
  },
  disease_pattern_risk: {
    name: 'Disease Pattern Risk',
    title: 'Disease Pattern Risk',
    explanation: 'Medicines against a disease of this season are running short.',
  },
  recommended_stock: {
    name: 'Recommended Stock',
    title: 'Recommended Stock',
    explanation: 'Alternatives of the same salt, when a medicine is low.',
  },
}

export const nextSteps: Record<
  AlertType,
  { label: string; record?: { type: TransactionType; note?: string } }
> = {
  low_stock: { label: 'Order' },
  recommended_stock: { label: 'Order' },
  expired: { label: 'Write off', record: { type: 'expired' } },
  expiry: { label: 'Return', record: { type: 'adjustment', note: 'Returned to distributor' } },
  return_to_distributor: {
    label: 'Return',
    record: { type: 'adjustment', note: 'Returned to distributor' },
  },
  high_demand_predicted: { label: 'See demand' },
  disease_pattern_risk: { label: 'See demand' },
}

export const snoozes = [
  { label: 'For 3 days', days: 3 },
  { label: 'For a week', days: 7 },
  { label: 'For 30 days', days: 30 },
]

/** Unknown types of a newer release are shown unchanged. */
export const typeName = (type: string): string =>
  Object.hasOwn(typeWords, type) ? typeWords[type as AlertType].name : type

export const severityLook = (severity: AlertSeverity): Look => severityLooks[severity] ?? severityLooks.low

export const statusNames = alertStatuses.map((status) => [status, statusLooks[status].name] as const)
export const severityNames = alertSeverities.map(
  (severity) => [severity, severityLooks[severity].name] as const,
)
/** The specification's types are always counted. Others only if there are any. */
export const alwaysCounted: ReadonlySet<string> = new Set(['low_stock', 'expiry', 'high_demand_predicted'])

export const typeNames = alertTypes.map((type) => [type, typeWords[type].name] as const)

export const medicineName = ({ medicineId }: Pick<Alert, 'medicineId'>): string =>
  medicineId?.name ?? 'Unknown Medicine'

export const countAlerts = (count: number): string => `${count} ${count === 1 ? 'alert' : 'alerts'}`
