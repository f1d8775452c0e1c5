import {
  ApiError,
  errorText,
  http,
  Link,
  notify,
  useNavigate,
  usePageTitle,
  useParams,
  useQuery,
} from '@mms/sdk'
import { type FieldValues, type Path, useDraft, useSchemaForm, useUnsaved } from '@mms/sdk/forms'
import { PageHeader, PageLoader, TextLink } from '@mms/ui'
import { useEffect, useState } from 'react'
import { capitalize, pathOf, type RecordKind, type Stored } from '../records/record-kind.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { FormFrame, type FormProps } from './form-frame.tsx'
import { dropSavedDraft, versionOfDraft } from './record-form-rules.ts'
import { useConflict } from './use-conflict.ts'

async function fetchRecord<Shown extends Stored>(kind: RecordKind, id: string, signal?: AbortSignal) {
  const { data, headers } = await http.get<Shown>(pathOf(kind, id), {
    quiet: true,
    ...(signal && { signal }),
  })
  return { stored: data, etag: headers.get('etag') ?? `"${data.version}"` }
}

/** The page `/<plural>/edit/:id`. Saves with `If-Match`. After a 412, a card shows both users' changes. */
export function EditPage<Shown extends Stored, Values extends FieldValues, Body, Name extends Path<Values>>({
  kind,
  form,
}: FormProps<Shown, Values, Body, Name>) {
  const title = `Edit ${capitalize(kind.noun)}`
  usePageTitle(title)
  const { id = '' } = useParams()
  const navigate = useNavigate()
  // Never refetched, because the form is bound to one version and its ETag.
  const { data, error } = useQuery({
    queryKey: ['form', kind.api, id],
    queryFn: ({ signal }) => fetchRecord<Shown>(kind, id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => {
    if (!error) return
    notify.error(
      `Failed to fetch ${kind.noun} details`,
      error instanceof ApiError ? errorText(error) : error.message,
    )
    void navigate(kind.page, { replace: true })
  }, [error, navigate, kind])
  const link = data && (
    <TextLink asChild>
      <Link to={`${kind.page}/${id}`}>{data.stored.name}</Link>
    </TextLink>
  )
  return (
    <>
      <PageHeader title={title} text={link} />
      {data ? (
        <EditForm key={id} kind={kind} form={form} loaded={data} />
      ) : (
        <PageLoader text={`Loading the ${kind.noun}...`} />
      )}
    </>
  )
}

interface EditFormProps<Shown extends Stored, Values extends FieldValues, Body, Name extends string>
  extends FormProps<Shown, Values, Body, Name> {
  loaded: { stored: Shown; etag: string }
}

function EditForm<Shown extends Stored, Values extends FieldValues, Body, Name extends Path<Values>>({
  loaded: { stored, etag },
  ...props
}: EditFormProps<Shown, Values, Body, Name>) {
  const { kind } = props
  const { rules, toValues, alsoChangedBy } = props.form
  const kept = useDraft(rules, stored._id)
  const [current] = useState(() => ({ values: toValues(stored), etag }))
  const [draft] = useState(() => dropSavedDraft(rules, kept.found, current))
  const fields = useSchemaForm(rules, (draft ? versionOfDraft(draft, current) : current).values)
  const fetchCurrent = async () => {
    const newer = await fetchRecord<Shown>(kind, stored._id)
    return { values: toValues(newer.stored), etag: newer.etag }
  }
  const conflict = useConflict({ rules, loaded: current, draft, form: fields, fetchCurrent })
  const unsaved = useUnsaved(fields, rules, { key: kept.key, found: draft, etag: conflict.etag })
  const send = async (body: Body) => {
    try {
      await http.put(pathOf(kind, stored._id), { body, headers: { 'If-Match': conflict.etag }, quiet: true })
      return true
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error
      return (await conflict.raise()) === 'saved already'
    }
  }
  const discard = () => {
    unsaved.discard()
    conflict.dropMine()
  }
  const panel = { conflict, noun: kind.noun, alsoChangedBy, labels: rules.labels }
  return (
    <FormFrame
      {...props}
      fields={fields}
      stored={stored}
      send={send}
      unsaved={{ ...unsaved, discard }}
      notice={<ConflictPanel {...panel} />}
    />
  )
}
