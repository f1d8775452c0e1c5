/** Bundled into each area, because the shell may still be the previous release, which does not have it. */
import { type AuditEntry, historyPages } from '@mms/contracts'
import {
  aDate,
  anId,
  type FiltersOf,
  NavLink,
  oneOf,
  storeToday,
  usePagedList,
  usePageTitle,
  useSession,
} from '@mms/sdk'
import {
  Alert,
  Box,
  Card,
  type Column,
  DataTable,
  EmptyState,
  Instant,
  ListRegion,
  PageHeader,
  PageTabs,
  Text,
} from '@mms/ui'
import { CsvButton } from '../csv/index.tsx'
import { useHasPage } from '../pages/index.tsx'
import { AuditFilterForm } from './filter-form.tsx'
import { keys, type Names, useNames } from './names.ts'
import type { AuditWords } from './words.ts'

export type { AuditWords } from './words.ts'

export interface AuditPageProps {
  title: string
  text: string
  path: string
  words: AuditWords
}

const csvHeaders = ['Date', 'What', 'Who', 'About', 'Details', 'Address', 'Request']

/** Shows a service's audit log to administrators, with filters and CSV export. */
export function AuditPage(props: AuditPageProps) {
  usePageTitle(props.title)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  if (isAdmin) return <AuditLog {...props} />
  return (
    <>
      <PageHeader title={props.title} />
      <Alert status="warning" title="Only administrators can see this." />
    </>
  )
}

interface TableProps {
  caption: string
  entries: readonly AuditEntry[]
  words: AuditWords
  names: Names
  stale: boolean
}

const Free = ({ children, room }: { children: string; room?: string }) => (
  <Text overflowWrap="anywhere" {...(room && { minW: { lg: room } })}>
    {children}
  </Text>
)

function AuditTable({ entries, words: { titleOf, detailsOf }, names, ...table }: TableProps) {
  const columns: Column<AuditEntry>[] = [
    { header: 'What', primary: true, cell: (entry) => <Text fontWeight="semibold">{titleOf(entry)}</Text> },
    { header: 'Date', brief: true, cell: ({ at }) => <Instant at={at} /> },
    {
      header: 'Who',
      brief: true,
      wrap: true,
      cell: (entry) => <Free room="24">{names.actorOf(entry)}</Free>,
    },
    {
      header: 'About',
      brief: true,
      wrap: true,
      cell: (entry) => <Free room="44">{names.subjectOf(entry)}</Free>,
    },
    {
      header: 'Details',
      wrap: true,
      cell: (entry) => {
        const details = detailsOf(entry)
        return details.length === 0 ? (
          '-'
        ) : (
          <Box>
            {details.map((line) => (
              <Free key={line}>{line}</Free>
            ))}
          </Box>
        )
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
        <AuditFilterForm label={label} address={list.address} words={words} users={names.users} />
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
