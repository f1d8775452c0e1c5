import { AdministratorsPage } from '@mms/sdk/pages'
import { problemOf } from '@mms/sdk/queries'
import { useEditedVersion, VersionedForm } from '@mms/sdk/record-forms'
import { Instant, PageHeader, PageLoader, ProblemCard, Text } from '@mms/ui'
import { BillTabs } from '../bill-tabs.tsx'
import { storeKeys } from '../keys.ts'
import { saveStoreSettings, useStoreSettings } from './api.ts'
import { StoreFields } from './fields.tsx'
import { storeRules, toValues } from './form-values.ts'

const words = {
  name: 'Store',
  submit: 'Save store',
  saved: 'Store saved',
  saveFailed: 'Failed to save the store',
  noun: 'settings',
}

export const StorePage = () => (
  <AdministratorsPage title="Store" refusal="Only administrators can change the store.">
    <PageHeader title="Store" text="What bills show, charge and allow." />
    <BillTabs />
    <StoreSettings />
  </AdministratorsPage>
)

function StoreSettings() {
  const query = useStoreSettings()
  const basis = useEditedVersion(query)
  const { data, isError } = query
  if (isError && !data) return <ProblemCard {...problemOf(query, 'Failed to load the store')} />
  if (!data || !basis) return <PageLoader text="Loading the store..." />
  return (
    <>
      <VersionedForm
        basis={basis}
        rules={storeRules}
        toValues={toValues}
        save={saveStoreSettings}
        queryKey={storeKeys()}
        words={words}
        fields={(form) => <StoreFields form={form} />}
      />
      {data.changedBy && data.changedAt ? (
        <Text color="fg.muted" textStyle="sm" mt="4">
          Last changed by {data.changedBy.name}, <Instant at={data.changedAt} />
        </Text>
      ) : null}
    </>
  )
}
