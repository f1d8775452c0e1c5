import { ApiError, notify, useMutation, useQueryClient } from '@mms/sdk'
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
import { ConflictPanel } from './conflict-panel.tsx'
import { useConflict } from './use-conflict.ts'

interface EditedVersion<Shown> {
  shown: Shown
  onTyped: () => void
  onSaved: () => void
  fetchCurrent: () => Promise<Shown>
}

interface Fetched<Shown> {
  data: Shown | null | undefined
  refetch: (options: { throwOnError: true }) => Promise<{ data: Shown | null | undefined }>
}

/** Keeps the version on which typing began, so that the server detects a conflict. Undefined until data arrives. */
export function useEditedVersion<Shown extends object>({
  data,
  refetch,
}: Fetched<Shown>): EditedVersion<Shown> | undefined {
  const [typedOn, setTypedOn] = useState<Shown | null>(null)
  const shown = typedOn ?? data
  if (!shown) return undefined
  return {
    shown,
    onTyped: () => setTypedOn(shown),
    onSaved: () => setTypedOn(null),
    fetchCurrent: async () => (await refetch({ throwOnError: true })).data ?? shown,
  }
}

interface Props<Shown, Values extends FieldValues, Body, Name extends string> {
  basis: EditedVersion<Shown>
  rules: FormRules<Values, Body, Name>
  toValues: (shown: Shown) => Values
  /** Must send `etag` as `If-Match`. The server answers 412 if there is a newer version. */
  save: (saved: { body: Body; etag: string }) => Promise<Shown>
  queryKey: readonly unknown[]
  /** Root key of queries to invalidate after a save. */
  invalidates?: readonly unknown[]
  words: {
    name?: string
    submit: string
    saved: string
    saveFailed: string
    noun: string
  }
  fields: (form: FormApi<Values>, shown: Shown) => ReactNode
}

type Versioned = { version: number }

export function VersionedForm<
  Shown extends Versioned,
  Values extends FieldValues,
  Body,
  Name extends Path<Values>,
>(props: Props<Shown, Values, Body, Name>) {
  return <Form key={props.basis.shown.version} {...props} />
}

function Form<Shown extends Versioned, Values extends FieldValues, Body, Name extends Path<Values>>({
  basis: { shown, onTyped, onSaved, fetchCurrent },
  rules,
  toValues,
  save,
  queryKey,
  invalidates,
  words,
  fields,
}: Props<Shown, Values, Body, Name>) {
  const versionOf = (stored: Shown) => ({ values: toValues(stored), etag: `"${stored.version}"` })
  const [loaded] = useState(() => versionOf(shown))
  const form = useSchemaForm(rules, loaded.values)
  const conflict = useConflict({
    rules,
    loaded,
    draft: null,
    form,
    fetchCurrent: async () => versionOf(await fetchCurrent()),
  })
  const [failure, setFailure] = useSaveFailure(form)
  const { isDirty } = form.formState
  const announceTyped = useEffectEvent(onTyped)
  useEffect(() => {
    if (isDirty) announceTyped()
  }, [isDirty])
  const queries = useQueryClient()
  const saved = () => {
    if (invalidates) void queries.invalidateQueries({ queryKey: invalidates })
    notify.success(words.saved)
    onSaved()
  }
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (stored) => {
      queries.setQueryData(queryKey, stored)
      saved()
    },
    onError: async (error) => {
      if (!(error instanceof ApiError && error.status === 412))
        setFailure(showSaveFailure(form, rules, { error, title: words.saveFailed }))
      else if ((await conflict.raise()) === 'saved already') saved()
    },
  })
  const submit = form.handleSubmit((values) => {
    const checked = rules.validate(values)
    setFailure(null)
    if ('body' in checked) saving.mutate({ body: checked.body, etag: conflict.etag })
  })
  return (
    <form noValidate aria-label={words.name} onSubmit={(event) => void submit(event)}>
      <Stack gap="8">
        {fields(form, shown)}
        <ConflictPanel conflict={conflict} noun={words.noun} labels={rules.labels} />
        {failure ? (
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
