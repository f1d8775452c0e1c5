import { usePageTitle, useSession } from '@mms/sdk'
import { PageHeader, ProblemCard, Stack } from '@mms/ui'
import { ImportPanel } from './import-panel.tsx'
import { PastImportsPanel } from './past-imports-panel.tsx'

export function ImportPage() {
  usePageTitle('Import medicines')
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  return (
    <>
      <PageHeader title="Import medicines" text="From a CSV or Excel file, at most 10,000 medicines." />
      {isAdmin ? (
        <Stack gap="4">
          <ImportPanel />
          <PastImportsPanel />
        </Stack>
      ) : (
        <ProblemCard title="Medicines are imported by administrators">Ask one of them to do it.</ProblemCard>
      )}
    </>
  )
}
