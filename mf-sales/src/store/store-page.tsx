import { AdministratorsPage } from '@mms/sdk/pages'
import { problemOf } from '@mms/sdk/queries'
import { useEditedVersion, VersionedForm } from '@mms/sdk/record-forms'
import { Instant, PageHeader, PageLoader, ProblemCard, Text } from '@mms/ui'
import { BillTabs } from '../bill-tabs.tsx'
import { storeKeys } from '../keys.ts'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/store.ts'
import { saveStoreSettings, useStoreSettings } from './api.ts'
import { StoreFields } from './fields.tsx'
import { storeRules, toStoreValues } from './form-values.ts'

const formWords = {
  name: sharedWords.store,
  submit: words.saveStore,
  saved: words.storeSaved,
  saveFailed: words.failedSaveStore,
  noun: words.settings,
}

export const StorePage = () => (
  <AdministratorsPage title={sharedWords.store} refusal={words.administratorsOnly}>
    <PageHeader title={sharedWords.store} text={words.storeDescription} />
    <BillTabs />
    <StoreSettings />
  </AdministratorsPage>
)

function StoreSettings() {
  const query = useStoreSettings()
  const basis = useEditedVersion(query)
  const { data, isError } = query
  if (isError && !data) return <ProblemCard {...problemOf(query, words.failedLoadStore)} />
  if (!data || !basis) return <PageLoader text={words.loadingStore} />
  return (
    <>
      <VersionedForm
        basis={basis}
        rules={storeRules}
        toValues={toStoreValues}
        save={saveStoreSettings}
        queryKey={storeKeys()}
        words={formWords}
        fields={(form) => <StoreFields form={form} />}
      />
      {data.changedBy && data.changedAt ? (
        <Text color="fg.muted" textStyle="sm" mt="4">
          {words.lastChangedBy(data.changedBy.name)} <Instant at={data.changedAt} />
        </Text>
      ) : null}
    </>
  )
}
