import { type Alert, type Medicine, medicinePages } from '@mms/contracts'
import { Link, useLocalPlace, usePagedRows, usePageTitle, useParams } from '@mms/sdk'
import { RecordLinks } from '@mms/sdk/pages'
import { useGet } from '@mms/sdk/queries'
import {
  type Column,
  DataTable,
  EmptyState,
  Instant,
  ListRegion,
  PageHeader,
  PageTabs,
  SuccessIcon,
  TextLink,
} from '@mms/ui'
import { ALERTS_PATH, alertKeys, POLL_MS, useAlertRefetch } from '../alerts/api.ts'
import { SeverityChip, StatusChip } from '../alerts/chips.tsx'
import { typeName } from '../words/alerts.ts'
import * as words from '../words/medicine-alerts.ts'
import * as sharedWords from '../words/shared.ts'

export function MedicineAlertsPage() {
  const { id = '' } = useParams()
  useAlertRefetch()
  const medicine = useGet<Medicine>(alertKeys('medicine', id), `/api/medicines/${encodeURIComponent(id)}`)
  const list = usePagedRows<Alert>(useLocalPlace(), {
    key: alertKeys('list', 'medicine', id),
    path: ALERTS_PATH,
    query: { medicine: id },
    failureText: sharedWords.fetchFailed,
    quiet: true,
    again: () => POLL_MS,
  })
  const name = medicine.data?.name ?? list.rows?.find(({ medicineId }) => medicineId)?.medicineId?.name
  const title = name ?? words.alertsOfMedicine
  usePageTitle(name ? words.alertsNamed(name) : title)
  return (
    <>
      <PageHeader title={title} text={medicine.data?.category} />
      <PageTabs label={words.medicine}>
        <RecordLinks id={id} pages={medicinePages} />
      </PageTabs>
      <ListRegion label={sharedWords.alertsNoun} list={list} empty={noAlerts}>
        {(alerts, stale) => (
          <DataTable
            caption={sharedWords.alerts}
            columns={columns}
            rows={alerts}
            rowKey={({ _id }) => _id}
            stale={stale}
            isHighlighted={({ status }) => status === 'new'}
          />
        )}
      </ListRegion>
      {list.rows?.some(({ status }) => status !== 'resolved') ? (
        <TextLink asChild mt="4">
          <Link to="/alerts">{words.resolveOnAlerts}</Link>
        </TextLink>
      ) : null}
    </>
  )
}

const noAlerts = (
  <EmptyState
    icon={<SuccessIcon size={32} />}
    title={sharedWords.noAlertsFound}
    text={words.neverHadAlerts}
  />
)

const columns: Column<Alert>[] = [
  { header: words.message, primary: true, cell: ({ detail, message }) => detail ?? message },
  { header: sharedWords.status, cell: (alert) => <StatusChip alert={alert} /> },
  { header: sharedWords.severity, cell: ({ severity }) => <SeverityChip severity={severity} /> },
  { header: sharedWords.type, cell: ({ type }) => typeName(type) },
  { header: words.created, cell: ({ createdAt }) => <Instant at={createdAt} /> },
]
