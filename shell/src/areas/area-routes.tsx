import { useLocation } from '@mms/sdk'
import { Route, Routes } from '@mms/sdk/host'
import { PageLoader, ProblemCard, Stack } from '@mms/ui'
import { NotFoundPage } from '../not-found/not-found-page.tsx'
import { AreaPart } from './area-part.tsx'
import { refreshRegistry, useRegistry } from './registry.ts'

export function AreaRoutes() {
  const areas = useRegistry((registry) => registry.areas)
  return (
    <Routes>
      {areas.flatMap((area) =>
        (area.manifest?.routes ?? []).map((path) => (
          <Route
            key={`${area.name} ${path}`}
            path={path}
            element={<AreaPart key={`${area.name} ${path}`} area={area} part={path} />}
          />
        )),
      )}
      <Route path="*" element={<UnknownPath />} />
    </Routes>
  )
}

/** An unknown path may belong to an unreachable area. If all areas are reachable, it is a 404. */
function UnknownPath() {
  const { pathname } = useLocation()
  const { status, areas } = useRegistry()
  if (status === 'loading') return <PageLoader />
  if (status === 'failed') {
    return (
      <ProblemCard title="The areas are not available" onRetry={() => void refreshRegistry()}>
        The list of areas could not be loaded, so this page cannot be found yet.
      </ProblemCard>
    )
  }
  const unreachable = areas.filter((area) => area.manifest === null)
  if (unreachable.length === 0) return <NotFoundPage />
  return (
    <Stack gap="4" key={pathname}>
      {unreachable.map((area) => (
        <AreaPart key={area.name} area={area} part={pathname} />
      ))}
    </Stack>
  )
}
