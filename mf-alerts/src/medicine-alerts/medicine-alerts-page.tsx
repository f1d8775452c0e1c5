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
import { ALERTS_PATH, POLL_MS, useRefetchedAlerts } from '../alerts/api.ts'
import { SeverityChip, StatusChip } from '../alerts/chips.tsx'
import { typeName } from '../alerts/words.ts'
import { alertKeys } from '../keys.ts'

export function MedicineAlertsPage() {
  const { id = '' } = useParams()
  useRefetchedAlerts()
  const medicine = useGet<Medicine>(alertKeys('medicine', id), `/api/medicines/${encodeURIComponent(id)}`)
  const list = usePagedRows<Alert>(useLocalPlace(), {
    key: alertKeys('list', 'medicine', id),
    path: ALERTS_PATH,
    query: { medicine: id },
    failureText: 'Failed to fetch alerts',
    quiet: true,
    again: () => POLL_MS,
  })
  const name = medicine.data?.name ?? list.rows?.find(({ medicineId }) => medicineId)?.medicineId?.name
  const title = name ?? 'Alerts of a medicine'
  usePageTitle(name ? `Alerts: ${name}` : title)
  return (
    <>
      <PageHeader title={title} text={medicine.data?.category} />
      <PageTabs label="Medicine">
        <RecordLinks id={id} pages={medicinePages} />
      </PageTabs>
      <ListRegion label="alerts" list={list} empty={<NoAlerts />}>
        {(alerts, stale) => (
          <DataTable
            caption="Alerts"
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
          <Link to="/alerts">Mark and resolve them on Alerts</Link>
        </TextLink>
      ) : null}
    </>
  )
}

function NoAlerts() {
  return (
    <EmptyState
      icon={<SuccessIcon size={32} />}
      title="No alerts found"
      text="This medicine has not had an alert."
    />
  )
}

const columns: Column<Alert>[] = [
  { header: 'Message', primary: true, cell: ({ detail, message }) => detail ?? message },
  { header: 'Status', cell: (alert) => <StatusChip alert={alert} /> },
  { header: 'Severity', cell: ({ severity }) => <SeverityChip severity={severity} /> },
  { header: 'Type', cell: ({ type }) => typeName(type) },
  { header: 'Created', cell: ({ createdAt }) => <Instant at={createdAt} /> },
]
