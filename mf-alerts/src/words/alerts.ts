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

const namesOfStatus: Record<AlertStatus, string> = { new: 'New', read: 'Read', resolved: 'Resolved' }
const namesOfSeverity: Record<AlertSeverity, string> = { high: 'High', medium: 'Medium', low: 'Low' }

export const statusName = (status: AlertStatus) => namesOfStatus[status]
/** A newer service may send a severity that this release does not know. It shows as low. */
export const severityName = (severity: AlertSeverity) => namesOfSeverity[severity] ?? namesOfSeverity.low

interface TypeWords {
  name: string
  /** Title of the explanation. The name by default. */
  title?: string
  explanation: string
}

export const typeWords: Record<AlertType, TypeWords> = {
  low_stock: { name: 'Low Stock', explanation: 'The stock is at or below the minimum stock level.' },
  expired: { name: 'Expired', explanation: 'The medicine has expired. Write off the remaining stock.' },
  expiry: {
    name: 'Expiring Soon',
    title: 'Expiry',
    explanation: 'The medicine expires within the next 30 days.',
  },
  return_to_distributor: {
    name: 'Return to Distributor',
    explanation: 'The medicine expires soon and should go back while distributors still accept it.',
  },
  high_demand_predicted: {
    name: 'High Demand',
    title: 'High Demand Predicted',
    explanation: 'The stock will not last the season.',
  },
  disease_pattern_risk: {
    name: 'Disease Pattern Risk',
    explanation: 'Medicines for a disease that is common in this season are running low.',
  },
  recommended_stock: {
    name: 'Recommended Stock',
    explanation: 'Alternatives with the same salt when a medicine is low.',
  },
}

interface NextStep {
  label: string
  record?: { type: TransactionType; note?: string }
}

const returned: NextStep = {
  label: 'Return',
  record: { type: 'adjustment', note: 'Returned to distributor' },
}

export const nextSteps: Record<AlertType, NextStep> = {
  low_stock: { label: 'Order' },
  recommended_stock: { label: 'Order' },
  expired: { label: 'Write off', record: { type: 'expired' } },
  expiry: returned,
  return_to_distributor: returned,
  high_demand_predicted: { label: 'See demand' },
  disease_pattern_risk: { label: 'See demand' },
}

export const snoozes = [
  { label: 'For 3 days', days: 3 },
  { label: 'For a week', days: 7 },
  { label: 'For 30 days', days: 30 },
]

/** Types that this release does not know are shown unchanged. */
export const typeName = (type: string): string =>
  Object.hasOwn(typeWords, type) ? typeWords[type as AlertType].name : type

export const statusNames = alertStatuses.map((status) => [status, statusName(status)] as const)
export const severityNames = alertSeverities.map((severity) => [severity, severityName(severity)] as const)
/** Alert types of the specification, counted even at zero. Other types show only if there are any. */
export const alwaysCounted: ReadonlySet<string> = new Set(['low_stock', 'expiry', 'high_demand_predicted'])

export const typeNames = alertTypes.map((type) => [type, typeWords[type].name] as const)

export const medicineName = ({ medicineId }: Pick<Alert, 'medicineId'>): string =>
  medicineId?.name ?? 'Unknown Medicine'

export const countAlerts = (count: number): string => `${count} ${count === 1 ? 'alert' : 'alerts'}`

export const selectMedicine = (name: string) => `Select ${name}`
export const byPerson = (name: string) => `by ${name}`
export const closedAutomatically = 'Closed automatically'
export const untilDay = '· until'
export const typeOfMedicine = (typeName: string, name: string) => `${typeName} of ${name}`
export const alertsOfMedicine = (alerts: string, name: string) => `${alerts} of ${name}`
export const moreAlerts = (count: number) => `+${count}`
export const detailsOf = (name: string) => `Details: ${name}`
export const actionsFor = (described: string) => `Actions: ${described}`
export const markAsReadFor = (described: string) => `Mark as Read: ${described}`
export const markAsRead = 'Mark as Read'
export const resolveFor = (described: string) => `Resolve: ${described}`
export const resolve = 'Resolve'
export const snooze = 'Snooze'
export const markedRead = 'Marked as read'
export const resolved = 'Resolved'
export const snoozed = 'Snoozed'
export const historyOf = (message: string) => `History: ${message}`
export const history = 'History'
export const historyTitle = 'History of this alert'
export const changed = 'Changed'
export const neverChanged = 'No changes yet.'
export const filterAlerts = 'Filter alerts'
export const filter = 'Filter'
export const open = 'Open'
export const allTypes = 'All Types'
export const allSeverities = 'All Severities'
export const updateFailed = 'Failed to update alert status'
export const alert = 'Alert'
export const marked = (what: string, status: string) => `${what} marked as ${status}`
export const snoozedForDays = (what: string, snoozeDays: number) => `${what} snoozed for ${snoozeDays} days`
export const noneMatchesFilters = 'No alert matches these filters.'
export const alertsAppearHere = 'Medicines that run low, expire or will be in demand appear here.'
export const clearFilters = 'Clear filters'
export const notMarkedAs = (failures: number, alerts: string, status: string) =>
  `${failures} of ${alerts} could not be marked as ${status}`
export const dismiss = 'Dismiss'
export const failedUpdate = (typeName: string, medicineName: string, reason: string) =>
  `${typeName} of ${medicineName}: ${reason}`
export const moreFailed = (failures: number) => `${failures} more`
export const generatedAutomaticallyRefresh =
  'Alerts are generated automatically every 6 hours. The button refreshes them immediately.'
export const generatedAutomatically = 'Alerts are generated automatically every 6 hours.'
export const someNotChecked = 'Some medicines could not be checked'
export const byStatus = 'By Status'
export const bySeverity = 'By Severity'
export const byType = 'By Type'
export const alertTypesExplained = 'Alert Types Explained'
export const severityNamed = (name: string) => `${name} severity`
export const generateFailed = 'Failed to generate alerts'
export const generating = 'Generating...'
export const generateAlertsNow = 'Generate Alerts Now'
export const selectPage = 'Select all on this page'
export const selected = (count: string) => `${count} selected`
export const markSelectedRead = 'Mark selected as read'
export const resolveSelected = 'Resolve selected'
export const snoozeSelected = 'Snooze selected'
export const resolveAlerts = (alerts: string) => `Resolve ${alerts}`
export const cannotReopen =
  'A resolved alert cannot be reopened. If the cause remains, a new alert appears when it gets worse or after a day.'
export const clearSelection = 'Clear selection'
export const selectAllMedicines = (medicines: string) => `Select all ${medicines} medicines`
export const doneOfTotal = (done: number, total: number) => `${done} of ${total}`
export const doneSpoken = (done: number, total: number) => `${done} of ${total} done`
