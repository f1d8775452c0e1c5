import { usePageTitle, useSession } from '@mms/sdk'
import { PageHeader, ProblemCard, Stack } from '@mms/ui'
import * as words from '../words/imports.ts'
import { ImportPanel } from './import-panel.tsx'
import { PastImportsPanel } from './past-imports-panel.tsx'

export function ImportPage() {
  usePageTitle(words.importMedicines)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  return (
    <>
      <PageHeader title={words.importMedicines} text={words.importText} />
      {isAdmin ? (
        <Stack gap="4">
          <ImportPanel />
          <PastImportsPanel />
        </Stack>
      ) : (
        <ProblemCard title={words.administratorsOnly}>{words.askAdministrator}</ProblemCard>
      )}
    </>
  )
}
