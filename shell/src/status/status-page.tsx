import { failureTitle, reasonText, usePageTitle, useSession } from '@mms/sdk'
import { Alert, Card, PageHeader, ProblemCard, Stack, TableSkeleton } from '@mms/ui'
import { useStatus } from './api.ts'
import { MachinePanel } from './machine-panel.tsx'
import { ServicesTable } from './services-table.tsx'

const header = <PageHeader title="Status" text="What runs, how full the disk is, and the last backup." />

/** How the suite is, for administrators. The gateway enforces what is shown here. */
export function StatusPage() {
  usePageTitle('Status')
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  return (
    <>
      {header}
      {isAdmin ? <Status /> : <Alert status="warning" title="Only administrators can see the status." />}
    </>
  )
}

function Status() {
  const { data, error, isFetching, refetch } = useStatus()
  if (data) {
    return (
      <Stack gap="6" maxW="4xl">
        {data.machine ? <MachinePanel {...data.machine} /> : null}
        <ServicesTable services={data.services} />
      </Stack>
    )
  }
  if (error) {
    return (
      <ProblemCard
        title={failureTitle(error, 'Failed to load the status')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {reasonText(error)}
      </ProblemCard>
    )
  }
  return (
    <Card>
      <TableSkeleton rows={6} />
    </Card>
  )
}
