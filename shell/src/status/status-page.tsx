import type { SuiteStatus } from '@mms/contracts'
import { AdministratorsPage } from '@mms/sdk/pages'
import { problemOf } from '@mms/sdk/queries'
import {
  Badge,
  Card,
  type Column,
  DataTable,
  PageHeader,
  ProblemCard,
  Stack,
  TableSkeleton,
  Text,
} from '@mms/ui'
import { useStatus } from './api.ts'
import { MachinePanel } from './machine-panel.tsx'

export function StatusPage() {
  return (
    <AdministratorsPage title="Status" refusal="Only administrators can see the status.">
      <PageHeader title="Status" text="What runs, how full the disk is, and the last backup." />
      <Status />
    </AdministratorsPage>
  )
}

function Status() {
  const query = useStatus()
  const { data, error } = query
  if (data) {
    return (
      <Stack gap="4" maxW="4xl">
        {data.machine ? <MachinePanel {...data.machine} /> : null}
        <ServicesTable services={data.services} />
      </Stack>
    )
  }
  if (error) return <ProblemCard {...problemOf(query, 'Failed to load the status')} />
  return (
    <Card>
      <TableSkeleton rows={6} />
    </Card>
  )
}

type Service = SuiteStatus['services'][number]

const columns: Column<Service>[] = [
  { header: 'Service', primary: true, cell: ({ name }) => <Text fontWeight="semibold">{name}</Text> },
  { header: 'Version', cell: ({ version }) => version ?? 'Unknown' },
  {
    header: 'State',
    cell: ({ ready }) => (
      <Badge colorPalette={ready ? 'green' : 'red'}>{ready ? 'Ready' : 'Not ready'}</Badge>
    ),
  },
]

function ServicesTable({ services }: { services: Service[] }) {
  return (
    <Card p="0" overflow="hidden">
      <DataTable caption="Services" columns={columns} rows={services} rowKey={({ name }) => name} />
    </Card>
  )
}
