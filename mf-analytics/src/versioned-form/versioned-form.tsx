import { ApiError, notify, reasonText, useMutation, useQueryClient } from '@mms/sdk'
import type { FormRules } from '@mms/sdk/form-rules'
import {
  type FieldValues,
  type FormApi,
  type Path,
  showSaveFailure,
  useSaveFailure,
  useSchemaForm,
} from '@mms/sdk/forms'
import { Alert, Button, Flex, Stack } from '@mms/ui'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

/** What a form stands on, and how that changes. */
interface Basis<Shown> {
  shown: Shown
  onTyped: () => void
  onSaved: () => void
  onReload: () => void
}

/**
 * What was typed stands on the version that it was typed upon, whatever others save meanwhile: the server then refuses it,
 * and nothing is lost unseen. Undefined until the first answer.
 */
export function useBasis<Shown extends object>(
  { data, refetch }: { data: Shown | null | undefined; refetch: () => Promise<{ error: unknown }> },
  loadFailed: string,
): Basis<Shown> | undefined {
  const [typedOn, setTypedOn] = useState<Shown | null>(null)
  const shown = typedOn ?? data
  if (!shown) return undefined
  const reload = async () => {
    const { error } = await refetch()
    if (error) notify.error(loadFailed, reasonText(error))
    else setTypedOn(null)
  }
  return {
    shown,
    onTyped: () => setTypedOn(shown),
    onSaved: () => setTypedOn(null),
    onReload: () => void reload(),
  }
}

interface Props<Shown, Values extends FieldValues, Body, Name extends string> {
  basis: Basis<Shown>
  rules: FormRules<Values, Body, Name>
  toValues: (shown: Shown) => Values
  /** Saves over the version that the form was opened with: where there is a newer one, the server answers 412. */
  save: (saved: { body: Body; version: number }) => Promise<Shown>
  queryKey: readonly unknown[]
  /** Head of the queries whose results depend on what is saved. */
  invalidates?: readonly unknown[]
  words: {
    /** The form's name, where the page has several. */
    name?: string
    submit: string
    saved: string
    saveFailed: string
    outdated: string
    loadCurrent: string
  }
  fields: (form: FormApi<Values>, shown: Shown) => ReactNode
}

type Versioned = { version: number }

/** A form over what several administrators may change. */
export function VersionedForm<
  Shown extends Versioned,
  Values extends FieldValues,
  Body,
  Name extends Path<Values>,
>(props: Props<Shown, Values, Body, Name>) {
  return <Form key={props.basis.shown.version} {...props} />
}

function Form<Shown extends Versioned, Values extends FieldValues, Body, Name extends Path<Values>>({
  basis: { shown, onTyped, onSaved, onReload },
  rules,
  toValues,
  save,
  queryKey,
  invalidates,
  words,
  fields,
}: Props<Shown, Values, Body, Name>) {
  const form = useSchemaForm(rules, toValues(shown))
  const [failure, setFailure] = useSaveFailure(form)
  const { isDirty } = form.formState
  const announceTyped = useEffectEvent(onTyped)
  useEffect(() => {
    if (isDirty) announceTyped()
  }, [isDirty])
  const queries = useQueryClient()
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved)
      if (invalidates) void queries.invalidateQueries({ queryKey: invalidates })
      notify.success(words.saved)
      onSaved()
    },
    onError: (error) => {
      if (!isOutdated(error)) setFailure(showSaveFailure(form, rules, { error, title: words.saveFailed }))
    },
  })
  const submit = form.handleSubmit((values) => {
    const checked = rules.validate(values)
    if ('body' in checked) saving.mutate({ body: checked.body, version: shown.version })
  })
  return (
    <form noValidate aria-label={words.name} onSubmit={(event) => void submit(event)}>
      <Stack gap="8">
        {fields(form, shown)}
        {isOutdated(saving.error) ? (
          <Outdated words={words} onReload={onReload} />
        ) : failure ? (
          <Alert status="error" prefix={failure.prefix} title={failure.title}>
            {failure.reason}
          </Alert>
        ) : null}
        <Flex justify="flex-end">
          <Button type="submit" loading={saving.isPending} loadingText="Saving...">
            {words.submit}
          </Button>
        </Flex>
      </Stack>
    </form>
  )
}

const isOutdated = (error: unknown) => error instanceof ApiError && error.status === 412

interface OutdatedProps {
  words: { outdated: string; loadCurrent: string }
  onReload: () => void
}

function Outdated({ words, onReload }: OutdatedProps) {
  return (
    <Alert
      status="error"
      title={words.outdated}
      actions={
        <Button size="sm" variant="outline" onClick={onReload}>
          {words.loadCurrent}
        </Button>
      }
    >
      Nothing was saved. Load what is set now, and make your change again.
    </Alert>
  )
}
