import { Link, useHasPage, usePageTitle, useSession } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import { useEditedVersion, VersionedForm } from '@mms/sdk/record-forms'
import { Card, PageHeader, PageLoader, ProblemCard, Stack, Text, TextLink } from '@mms/ui'
import { LimitsPanel } from '../counter-limits/limits-panel.tsx'
import { demandKeys, settingsKeys } from '../keys.ts'
import { ChangesTable } from '../versioned-form/changes-table.tsx'
import { saveSettings, useStoreSettings } from './api.ts'
import { ConditionFields, OrderFields, PlaceFields } from './fields.tsx'
import { settingNames, settingsRules, toValues } from './form-values.ts'

const BILLS_PAGE = '/bills/store'
const LOAD_FAILED = 'Failed to load the settings'
const words = {
  submit: 'Save settings',
  saved: 'Settings saved',
  saveFailed: 'Failed to save the settings',
  noun: 'settings',
}

export function SettingsPage() {
  usePageTitle('Store settings')
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const hasBills = useHasPage(BILLS_PAGE)
  return (
    <>
      <PageHeader
        title="Store settings"
        actions={
          isAdmin && hasBills ? (
            <TextLink asChild>
              <Link to={BILLS_PAGE}>Bills, taxes and counters</Link>
            </TextLink>
          ) : null
        }
      />
      {isAdmin ? (
        <Stack gap="4">
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

function Settings() {
  const query = useStoreSettings()
  const basis = useEditedVersion(query)
  const { data, isError } = query
  if (isError && !data) return <ProblemCard {...problemOf(query, LOAD_FAILED)} />
  if (!data || !basis) return <PageLoader text="Loading the settings..." />
  return (
    <Stack gap="4">
      <Card>
        <VersionedForm
          basis={basis}
          rules={settingsRules}
          toValues={toValues}
          save={saveSettings}
          queryKey={settingsKeys}
          invalidates={demandKeys}
          words={words}
          fields={(form, settings) => (
            <>
              <PlaceFields form={form} settings={settings} />
              <OrderFields form={form} />
              <ConditionFields form={form} />
            </>
          )}
        />
      </Card>
      <Card title="Changes">
        {data.changes.length === 0 ? (
          <Text color="fg.muted">No changes yet.</Text>
        ) : (
          <ChangesTable
            caption="Changes of the settings"
            noun="Setting"
            changes={data.changes.map(({ setting, ...change }) => ({
              ...change,
              name: settingNames[setting] ?? setting,
            }))}
          />
        )}
      </Card>
    </Stack>
  )
}
