import type { StoreSettingsShown } from '@mms/contracts'
import { ApiError, failureTitle, notify, reasonText } from '@mms/sdk'
import { Alert, Button, Card, Flex, Stack } from '@mms/ui'
import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { useSaveSettings } from './api.ts'
import { ConditionFields, OrderFields, PlaceFields } from './fields.tsx'
import { fieldOf, problemsOf, type SettingsValues, toSettings, toValues } from './form-values.ts'

interface Props {
  settings: StoreSettingsShown
  onReload: () => void
}

const resolver: Resolver<SettingsValues> = (values) => {
  const errors = Object.entries(problemsOf(values)).map(([field, message]) => [
    field,
    { type: 'rule', message },
  ])
  return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) }
}

export function SettingsForm({ settings, onReload }: Props) {
  const form = useForm<SettingsValues>({ defaultValues: toValues(settings), resolver, mode: 'onTouched' })
  const [failure, setFailure] = useState<unknown>(null)
  const saving = useSaveSettings(() => notify.success('Settings saved'))
  const save = form.handleSubmit((values) => {
    setFailure(null)
    const onError = (error: unknown) => {
      if (!markFields(form, error)) setFailure(error)
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
          {failure ? <Failure error={failure} onReload={onReload} /> : null}
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

/** Says beside the fields what the server finds wrong with them; false if it named none. */
function markFields(form: ReturnType<typeof useForm<SettingsValues>>, error: unknown): boolean {
  const errors = error instanceof ApiError ? Object.entries(error.problem?.errors ?? {}) : []
  const found = errors.flatMap(([path, message]) => {
    const field = fieldOf(path)
    return field ? [{ field, message }] : []
  })
  for (const { field, message } of found) {
    form.setError(field, { type: 'server', message: `${message.charAt(0).toUpperCase()}${message.slice(1)}` })
  }
  if (found[0]) form.setFocus(found[0].field)
  return found.length > 0
}

function Failure({ error, onReload }: { error: unknown; onReload: () => void }) {
  const isConflict = error instanceof ApiError && error.status === 412
  if (!isConflict) {
    return (
      <Alert status="error" title={failureTitle(error, 'Failed to save the settings')}>
        {reasonText(error)}
      </Alert>
    )
  }
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
