import { usePageTitle } from '@mms/sdk'
import { DashboardIcon, EmptyState, Grid, PageHeader, PageLoader, ProblemCard } from '@mms/ui'
import { AreaPart } from '../areas/area-part.tsx'
import { refreshRegistry, useRegistry } from '../areas/registry.ts'
import { useAreasOfSlot } from '../areas/slot.ts'

const columns = {
  templateColumns: { base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
  css: { '& > :only-child': { gridColumn: '1 / -1' } },
}

export function DashboardPage() {
  usePageTitle('Dashboard')
  return (
    <>
      <PageHeader title="Dashboard" />
      <DashboardSlot />
    </>
  )
}

function DashboardSlot() {
  const status = useRegistry((registry) => registry.status)
  const areas = useAreasOfSlot('dashboard')
  if (status === 'loading') return <PageLoader />
  if (status === 'failed') {
    return (
      <ProblemCard title="The areas are not available" onRetry={() => void refreshRegistry()}>
        The list of areas could not be loaded. It is tried again every few seconds.
      </ProblemCard>
    )
  }
  if (areas.length === 0) {
    return (
      <EmptyState
        icon={<DashboardIcon />}
        title="Nothing here yet"
        text="No area shows anything on the dashboard."
      />
    )
  }
  return (
    <Grid gap="6" {...columns}>
      {areas.map((area) => (
        <AreaPart key={area.name} area={area} part="dashboard" />
      ))}
    </Grid>
  )
}
