import { failureTitle, reasonText, usePageTitle, useSession } from '@mms/sdk'
import { PageHeader, PageLoader, ProblemCard, Stack } from '@mms/ui'
import { useStoreSettings } from './api.ts'
import { ChangesPanel } from './changes-panel.tsx'
import { SettingsForm } from './settings-form.tsx'

/** `/store-settings`: where the store is, and how it orders. */
export function SettingsPage() {
  usePageTitle('Store settings')
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  return (
    <>
      <PageHeader title="Store settings" />
      {isAdmin ? (
        <Settings />
      ) : (
        <ProblemCard title="Only administrators change the store's settings">
          Ask one of them if something here is wrong.
        </ProblemCard>
      )}
    </>
  )
}

function Settings() {
  const { data, error, isError, isFetching, refetch } = useStoreSettings()
  if (data) {
    return (
      <Stack gap="6">
        <SettingsForm key={data.version} settings={data} onReload={() => void refetch()} />
        <ChangesPanel changes={data.changes} />
      </Stack>
    )
  }
  if (!isError) return <PageLoader text="Loading the settings..." />
  return (
    <ProblemCard
      title={failureTitle(error, 'Failed to load the settings')}
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      {reasonText(error)}
    </ProblemCard>
  )
}
