import { Link, useHasPage, usePageTitle, useSession } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import { useEditedVersion, VersionedForm } from '@mms/sdk/record-forms'
import { Card, PageHeader, PageLoader, ProblemCard, Stack, Text, TextLink } from '@mms/ui'
import { CounterLimitsPanel } from '../counter-limits/counter-limits-panel.tsx'
import { demandKeys, storeSettingsKeys } from '../keys.ts'
import { ChangesTable } from '../versioned-form/changes-table.tsx'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/store-settings.ts'
import { saveStoreSettings, useStoreSettings } from './api.ts'
import { ConditionFields, OrderFields, PlaceFields } from './fields.tsx'
import { settingsRules, toSettingsValues } from './form-values.ts'

const BILLS_PAGE = '/bills/store'

export function SettingsPage() {
  usePageTitle(sharedWords.storeSettings)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const hasBills = useHasPage(BILLS_PAGE)
  return (
    <>
      <PageHeader
        title={sharedWords.storeSettings}
        actions={
          isAdmin && hasBills ? (
            <TextLink asChild>
              <Link to={BILLS_PAGE}>{words.billsLink}</Link>
            </TextLink>
          ) : null
        }
      />
      {isAdmin ? (
        <Stack gap="4">
          <Settings />
          <CounterLimitsPanel />
        </Stack>
      ) : (
        <ProblemCard title={words.administratorsOnly}>{words.askAdministrator}</ProblemCard>
      )}
    </>
  )
}

function Settings() {
  const query = useStoreSettings()
  const basis = useEditedVersion(query)
  const { data, isError } = query
  if (isError && !data) return <ProblemCard {...problemOf(query, words.settingsLoadFailed)} />
  if (!data || !basis) return <PageLoader text={words.loadingSettings} />
  return (
    <Stack gap="4">
      <Card>
        <VersionedForm
          basis={basis}
          rules={settingsRules}
          toValues={toSettingsValues}
          save={saveStoreSettings}
          queryKey={storeSettingsKeys}
          invalidates={demandKeys}
          words={words.settingsForm}
          fields={(form, settings) => (
            <>
              <PlaceFields form={form} settings={settings} />
              <OrderFields form={form} />
              <ConditionFields form={form} />
            </>
          )}
        />
      </Card>
      <Card title={words.changes}>
        {data.changes.length === 0 ? (
          <Text color="fg.muted">{words.noChangesYet}</Text>
        ) : (
          <ChangesTable
            caption={words.settingChanges}
            noun={words.setting}
            changes={data.changes.map(({ setting, ...change }) => ({
              ...change,
              name: words.settingNames[setting] ?? setting,
            }))}
          />
        )}
      </Card>
    </Stack>
  )
}
