import { AdministratorsPage } from '@mms/sdk/pages'
import { problemOf } from '@mms/sdk/queries'
import { Card, PageHeader, ProblemCard, Stack, TableSkeleton } from '@mms/ui'
import { useStatus } from './api.ts'
import { MachinePanel } from './machine-panel.tsx'
import { ServicesTable } from './services-table.tsx'

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
