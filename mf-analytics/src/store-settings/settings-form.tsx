import type { StoreSettingsShown } from '@mms/contracts'
import { ApiError, notify } from '@mms/sdk'
import { type SaveFailure, showSaveFailure, useSaveFailure, useSchemaForm } from '@mms/sdk/forms'
import { Alert, Button, Card, Flex, Stack } from '@mms/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSaveSettings } from './api.ts'
import { ConditionFields, OrderFields, PlaceFields } from './fields.tsx'
import { settingsRules, toSettings, toValues } from './form-values.ts'

interface Props {
  settings: StoreSettingsShown
  /** What the fields hold is no longer what they were opened with. */
  onTyped: () => void
  onSaved: () => void
  onReload: () => void
}

export function SettingsForm({ settings, onTyped, onSaved, onReload }: Props) {
  const form = useSchemaForm(settingsRules, toValues(settings))
  const [failure, setFailure] = useSaveFailure(form)
  const [isOutdated, setOutdated] = useState(false)
  const { isDirty } = form.formState
  const tellTyped = useEffectEvent(onTyped)
  useEffect(() => {
    if (isDirty) tellTyped()
  }, [isDirty])
  const saving = useSaveSettings(() => {
    notify.success('Settings saved')
    onSaved()
  })
  const save = form.handleSubmit((values) => {
    const onError = (error: unknown) => {
      if (error instanceof ApiError && error.status === 412) setOutdated(true)
      else setFailure(showSaveFailure(form, settingsRules, { error, title: 'Failed to save the settings' }))
    }
    saving.mutate({ settings: toSettings(values), version: settings.version }, { onError })
  })
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card>
        <Stack gap="8">
          <PlaceFields form={form} settings={settings} />
          <OrderFields form={form} />
          <ConditionFields form={form} />
          {isOutdated ? <Outdated onReload={onReload} /> : <Failure failure={failure} />}
          <Flex justify="flex-end">
            <Button type="submit" loading={saving.isPending} loadingText="Saving...">
              Save settings
            </Button>
          </Flex>
        </Stack>
      </Card>
    </form>
  )
}

function Failure({ failure }: { failure: SaveFailure | null }) {
  if (!failure) return null
  return (
    <Alert status="error" title={failure.title}>
      {failure.reason}
    </Alert>
  )
}

function Outdated({ onReload }: { onReload: () => void }) {
  return (
    <Alert
      status="error"
      title="Somebody else has changed the settings meanwhile"
      actions={
        <Button size="sm" variant="outline" onClick={onReload}>
          Load the current settings
        </Button>
      }
    >
      Nothing was saved. Load what is set now, and make your change again.
    </Alert>
  )
}
