import type { StoreSettingsShown } from '@mms/contracts'
import { failureTitle, notify, reasonText, usePageTitle, useSession } from '@mms/sdk'
import { PageHeader, PageLoader, ProblemCard, Stack } from '@mms/ui'
import { useState } from 'react'
import { LimitsPanel } from '../counter-limits/limits-panel.tsx'
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
        <Stack gap="6">
          <Settings />
          <LimitsPanel />
        </Stack>
      ) : (
        <ProblemCard title="Only administrators change the store's settings">
          Ask one of them if something here is wrong.
        </ProblemCard>
      )}
    </>
  )
}

const LOAD_FAILED = 'Failed to load the settings'

function Settings() {
  const { data, error, isError, isFetching, refetch } = useStoreSettings()
  // What was typed stands on these, whatever others save meanwhile: the server then refuses it, and nothing is lost unseen.
  const [typedOn, setTypedOn] = useState<StoreSettingsShown | null>(null)
  const loadCurrent = async () => {
    const { error: reason } = await refetch()
    if (reason) notify.error(LOAD_FAILED, reasonText(reason))
    else setTypedOn(null)
  }
  if (data) {
    const settings = typedOn ?? data
    return (
      <Stack gap="6">
        <SettingsForm
          key={settings.version}
          settings={settings}
          onTyped={() => setTypedOn(settings)}
          onSaved={() => setTypedOn(null)}
          onReload={() => void loadCurrent()}
        />
        <ChangesPanel changes={data.changes} />
      </Stack>
    )
  }
  if (!isError) return <PageLoader text="Loading the settings..." />
  return (
    <ProblemCard
      title={failureTitle(error, LOAD_FAILED)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      {reasonText(error)}
    </ProblemCard>
  )
}
