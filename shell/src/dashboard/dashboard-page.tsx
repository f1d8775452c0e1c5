import { areaKeys, useConnection, useHasPage, usePageTitle, useQueryClient } from '@mms/sdk'
import {
  Card,
  DashboardIcon,
  EmptyState,
  Grid,
  Instant,
  PageHeader,
  PageLoader,
  ProblemCard,
  Stack,
  Text,
} from '@mms/ui'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { AreaPart, useAreasOfSlot } from '../areas/area-part.tsx'
import { ErrorBoundary } from '../areas/error-boundary.tsx'
import { refreshRegistry, useRegistry } from '../areas/registry.ts'

/** Kept in the query cache, so that it is cleared together with the figures. */
const shownKey = areaKeys('shell')('dashboard')

const Lead = lazy(async () => ({
  default: (await import(/* webpackChunkName: "more" */ './lead.tsx')).DashboardLead,
}))

const columnsOf = (xl: string) => ({
  gap: '3',
  templateColumns: { base: 'minmax(0, 1fr)', xl },
  css: { '& > :only-child': { gridColumn: '1 / -1' } },
})

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
  const { status: connection } = useConnection()
  const isAway = connection === 'disconnected'
  const hasLead = useHasPage('/medicines/expiry')
  const client = useQueryClient()
  const wasShown = useRef(client.getQueryData(shownKey) === true)
  useEffect(() => {
    if (connection === 'connected') return () => void client.setQueryData(shownKey, true)
  }, [client, connection])
  if (status === 'loading') return <PageLoader />
  if (status === 'failed') {
    return (
      <ProblemCard title="The areas are not available" onRetry={() => void refreshRegistry()}>
        The list of areas could not be loaded. The page tries again every few seconds.
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
  if (connection === 'connected') wasShown.current = true
  // One message instead of one per area. The connection indicator shows the reason.
  if (isAway && !wasShown.current)
    return <Text color="fg.muted">The figures will appear when the server is connected.</Text>
  return (
    <Stack gap="4">
      {isAway ? <LastFigures /> : null}
      <Grid opacity={isAway ? '0.6' : undefined} alignItems="start" {...columnsOf('20rem minmax(0, 1fr)')}>
        {hasLead ? (
          <ErrorBoundary fallback={null}>
            <Suspense fallback={<Card title="Do now" />}>
              <Lead />
            </Suspense>
          </ErrorBoundary>
        ) : null}
        <Grid {...columnsOf('repeat(2, minmax(0, 1fr))')}>
          {areas.map((area) => (
            <AreaPart key={area.name} area={area} part="dashboard" />
          ))}
        </Grid>
      </Grid>
    </Stack>
  )
}

function LastFigures() {
  const cache = useQueryClient().getQueryCache()
  const time = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => {
      const shown = cache.findAll({ type: 'active' }).filter(({ state }) => state.data !== undefined)
      return Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
    },
  )
  return Number.isFinite(time) ? (
    <Text color="fg.muted">
      Figures from <Instant at={new Date(time).toISOString()} />
    </Text>
  ) : null
}
