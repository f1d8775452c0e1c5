import { type AuditEntry, historyPages, type User } from '@mms/contracts'
import {
  aDate,
  anId,
  areaKeys,
  DateField,
  type FiltersOf,
  type ListAddress,
  NavLink,
  oneOf,
  storeToday,
  useFilterForm,
  usePagedList,
} from '@mms/sdk'
import {
  Box,
  Card,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  Instant,
  ListRegion,
  PageHeader,
  PageTabs,
  SelectField,
  Text,
} from '@mms/ui'
import type { ComponentProps } from 'react'
import { CsvButton } from '../csv/index.tsx'
import { AdministratorsPage, useHasPage } from '../pages/index.tsx'
import { useGet } from '../queries/index.ts'

export interface AuditWords {
  /** Filter labels by action, or by the first word of an action. */
  actions: Record<string, string>
  fields?: Record<string, string>
  subjects?: Record<string, string>
  titleOf: (entry: AuditEntry) => string
  detailsOf: (entry: AuditEntry) => string[]
}

export interface AuditPageProps {
  title: string
  text: string
  path: string
  words: AuditWords
}

const keys = areaKeys('audit')
const csvHeaders = ['Date', 'What', 'Who', 'About', 'Details', 'Address', 'Request']

/** Shows a service's audit log to administrators, with filters and CSV export. */
export const AuditPage = (props: AuditPageProps) => (
  <AdministratorsPage title={props.title} refusal="Only administrators can see this.">
    <AuditLog {...props} />
  </AdministratorsPage>
)

function useNames({ subjects = {} }: AuditWords) {
  const { data: users = [] } = useGet<User[]>(keys('users'), '/api/users', { staleTime: 30_000 })
  const nameOf = (id: string | null) => users.find(({ _id }) => _id === id)?.name
  return {
    users,
    actorOf: ({ actorId, actorName }: AuditEntry, none = '-') => actorName ?? nameOf(actorId) ?? none,
    subjectOf: ({ subject, subjectName }: AuditEntry) =>
      subjectName ?? subjects[subject] ?? nameOf(subject) ?? subject,
  }
}
type Names = ReturnType<typeof useNames>

const Free = ({ children, room }: { children: string; room?: string }) => (
  <Text overflowWrap="anywhere" {...(room && { minW: { lg: room } })}>
    {children}
  </Text>
)

interface TableProps {
  caption: string
  entries: readonly AuditEntry[]
  words: AuditWords
  names: Names
  stale: boolean
}

function AuditTable({ entries, words: { titleOf, detailsOf }, names, ...table }: TableProps) {
  const free = (header: string, room: string, textOf: (entry: AuditEntry) => string) => {
    const cell = (entry: AuditEntry) => <Free room={room}>{textOf(entry)}</Free>
    return { header, brief: true, wrap: true, cell }
  }
  const columns: Column<AuditEntry>[] = [
    { header: 'What', primary: true, cell: (entry) => <Text fontWeight="semibold">{titleOf(entry)}</Text> },
    { header: 'Date', brief: true, cell: ({ at }) => <Instant at={at} /> },
    free('Who', '24', (entry) => names.actorOf(entry)),
    free('About', '44', names.subjectOf),
    {
      header: 'Details',
      wrap: true,
      cell: (entry) => {
        const lines = detailsOf(entry).map((line) => <Free key={line}>{line}</Free>)
        return lines.length > 0 ? <Box>{lines}</Box> : '-'
      },
    },
    { header: 'Address', cell: ({ address }) => address ?? '-' },
  ]
  return <DataTable columns={columns} rows={entries} rowKey={({ _id }) => _id} {...table} />
}

function AuditLog({ title, text, path, words }: AuditPageProps) {
  const names = useNames(words)
  const filters = {
    person: anId,
    action: oneOf(Object.keys(words.actions)),
    field: oneOf(Object.keys(words.fields ?? {})),
    startDate: aDate,
    endDate: aDate,
  }
  const label = title.toLowerCase()
  const list = usePagedList<FiltersOf<typeof filters>, AuditEntry>({
    key: keys(path),
    path,
    filters,
    failureText: `Failed to load ${label}`,
    quiet: true,
  })
  const set = Object.fromEntries(Object.entries(list.address.filters).filter(([, value]) => value !== ''))
  const cellsOf = (entry: AuditEntry) => [
    ...[entry.at, words.titleOf(entry), names.actorOf(entry, ''), names.subjectOf(entry)],
    ...[words.detailsOf(entry).join('; '), entry.address, entry.requestId],
  ]
  return (
    <>
      <PageHeader
        title={title}
        text={text}
        actions={
          <CsvButton<AuditEntry>
            path={path}
            query={set}
            fileName={`${label.replaceAll(' ', '-')}-${storeToday()}.csv`}
            headers={csvHeaders}
            cellsOf={cellsOf}
          />
        }
      />
      <HistoryTabs />
      <Card mb="6">
        <FilterForm label={label} address={list.address} words={words} users={names.users} />
      </Card>
      <ListRegion
        label={label}
        list={list}
        empty={<EmptyState title="Nothing found" text="Nothing matches these filters." />}
      >
        {(entries, stale) => (
          <AuditTable caption={title} entries={entries} words={words} names={names} stale={stale} />
        )}
      </ListRegion>
    </>
  )
}

interface FilterProps {
  label: string
  address: ListAddress<Record<'person' | 'action' | 'field' | 'startDate' | 'endDate', string>>
  words: AuditWords
  users: readonly User[]
}

function FilterForm({ label, address, words: { actions, fields }, users }: FilterProps) {
  const form = useFilterForm(address)
  const people = users.map(({ _id, name }) => [_id, name] as const)
  return (
    <FilterBar
      label={`Filter ${label}`}
      count={address.filterCount}
      wide="xl"
      columns={`repeat(${fields ? 5 : 4}, 1fr)`}
      submitLabel="Apply Filters"
      onSubmit={form.onSubmit}
      onClear={form.clear}
    >
      <Choice label="Who" all="Everybody" options={people} {...form.typed('person')} />
      <Choice label="What" all="Everything" options={Object.entries(actions)} {...form.typed('action')} />
      {fields ? (
        <Choice label="Field" all="All fields" options={Object.entries(fields)} {...form.typed('field')} />
      ) : null}
      <DateField label="Start Date" {...form.typed('startDate')} />
      <DateField label="End Date" {...form.typed('endDate')} />
    </FilterBar>
  )
}

interface ChoiceProps extends ComponentProps<typeof SelectField> {
  all: string
  options: readonly (readonly [string, string])[]
}

const Choice = ({ all, options, ...field }: ChoiceProps) => (
  <SelectField {...field}>
    <option value="">{all}</option>
    {options.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </SelectField>
)

/** Tabs for the users page and the audit page of every deployed area. */
export const HistoryTabs = () => (
  <PageTabs label="Users">
    <NavLink to="/users" end>
      People
    </NavLink>
    <NavLink to="/users/history">Sign-ins and changes</NavLink>
    {historyPages.map((place) => (
      <HistoryTab key={place.page} {...place} />
    ))}
  </PageTabs>
)

function HistoryTab({ label, page }: (typeof historyPages)[number]) {
  return useHasPage(page) ? <NavLink to={page}>{label}</NavLink> : null
}
