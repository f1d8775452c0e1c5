import type { AuditEntry } from '@mms/contracts'
import {
  aDate,
  anId,
  areaKeys,
  type FiltersOf,
  type ListAddress,
  oneOf,
  storeToday,
  useFilterForm,
  usePagedList,
  usePageTitle,
  useSession,
} from '@mms/sdk'
import { CsvButton } from '@mms/sdk/csv'
import { Alert, Card, DateField, EmptyState, FilterBar, ListRegion, PageHeader, SelectField } from '@mms/ui'
import { useUsers } from './api.ts'
import { HistoryTable } from './history-table.tsx'
import { actionGroups, csvHeaders, csvRow } from './history-words.ts'
import { UserTabs } from './user-tabs.tsx'

const PATH = '/api/users/history'

const filters = {
  person: anId,
  action: oneOf(Object.keys(actionGroups)),
  startDate: aDate,
  endDate: aDate,
}
type HistoryFilters = FiltersOf<typeof filters>

/** Who signed in, who was refused, and what was changed of people; for administrators. */
export function HistoryPage() {
  usePageTitle('Sign-ins and changes')
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  if (isAdmin) return <History />
  return (
    <>
      <PageHeader title="Sign-ins and changes" />
      <Alert status="warning" title="Only administrators can see this." />
    </>
  )
}

function History() {
  const { data: users = [] } = useUsers()
  const list = usePagedList<HistoryFilters, AuditEntry>({
    key: areaKeys('shell')('user-history'),
    path: PATH,
    filters,
    failureText: 'Failed to load sign-ins and changes',
    quiet: true,
  })
  const query = Object.fromEntries(Object.entries(list.address.filters).filter(([, value]) => value !== ''))
  return (
    <>
      <PageHeader
        title="Sign-ins and changes"
        text="Who signed in, who was refused, and what was changed of people."
        actions={
          <CsvButton<AuditEntry>
            path={PATH}
            query={query}
            fileName={`sign-ins-and-changes-${storeToday()}.csv`}
            headers={csvHeaders}
            cellsOf={(entry) => csvRow(entry, users)}
          />
        }
      />
      <UserTabs />
      <Card mb="6">
        <HistoryFilterForm address={list.address} />
      </Card>
      <ListRegion
        label="sign-ins and changes"
        list={list}
        empty={<EmptyState title="Nothing found" text="Nothing fits these filters." />}
      >
        {(entries, stale) => <HistoryTable entries={entries} users={users} stale={stale} />}
      </ListRegion>
    </>
  )
}

function HistoryFilterForm({ address }: { address: ListAddress<HistoryFilters> }) {
  const form = useFilterForm(address)
  const { data: users = [] } = useUsers()
  return (
    <FilterBar
      label="Filter sign-ins and changes"
      count={address.filterCount}
      wide="lg"
      columns="1fr 1fr 1fr 1fr"
      submitLabel="Apply Filters"
      onSubmit={form.onSubmit}
      onClear={form.clear}
    >
      <SelectField label="Who" {...form.typed('person')}>
        <option value="">Everybody</option>
        {users.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="What" {...form.typed('action')}>
        <option value="">Everything</option>
        {Object.entries(actionGroups).map(([action, name]) => (
          <option key={action} value={action}>
            {name}
          </option>
        ))}
      </SelectField>
      <DateField label="Start Date" {...form.typed('startDate')} />
      <DateField label="End Date" {...form.typed('endDate')} />
    </FilterBar>
  )
}
