import { http, Link, usePageTitle, useSession } from '@mms/sdk'
import { type FieldValues, type Path, useDraft, useFormKey, useSchemaForm, useUnsaved } from '@mms/sdk/forms'
import { Button, EmptyState, PageHeader } from '@mms/ui'
import { useEffect, useState } from 'react'
import { capitalize, type RecordKind, type Stored } from '../records/record-kind.ts'
import { FormFrame, type FormProps } from './form-frame.tsx'

/** The page `/<plural>/add`, for administrators. Drafts survive a reload; an Idempotency-Key prevents duplicates. */
export function AddPage<Shown extends Stored, Values extends FieldValues, Body, Name extends Path<Values>>(
  props: FormProps<Shown, Values, Body, Name>,
) {
  const title = `Add ${capitalize(props.kind.noun)}`
  usePageTitle(title)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const [round, setRound] = useState(0)
  return (
    <>
      <PageHeader title={title} />
      {isAdmin ? (
        <AddForm key={round} {...props} onAnother={() => setRound(round + 1)} />
      ) : (
        <AdminsOnly kind={props.kind} />
      )}
    </>
  )
}

function AddForm<Shown extends Stored, Values extends FieldValues, Body, Name extends Path<Values>>(
  props: FormProps<Shown, Values, Body, Name> & { onAnother: () => void },
) {
  const { rules } = props.form
  const fields = useSchemaForm(rules)
  const formKey = useFormKey(rules, 'add')
  const unsaved = useUnsaved(fields, rules, useDraft(rules, 'add'))
  const [first] = rules.names
  useEffect(() => document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus(), [first])
  const send = async (body: Body) => {
    const headers = { 'Idempotency-Key': formKey.key }
    await http.post(props.kind.api, { body, headers, quiet: true })
    return true
  }
  const discard = () => {
    unsaved.discard()
    formKey.renew()
  }
  return <FormFrame {...props} fields={fields} stored={null} send={send} unsaved={{ ...unsaved, discard }} />
}

function AdminsOnly({ kind }: { kind: RecordKind }) {
  return (
    <EmptyState
      title={`Only an administrator can add ${kind.plural}`}
      actions={
        <Button asChild variant="outline">
          <Link to={kind.page}>Back to the {kind.plural}</Link>
        </Button>
      }
    />
  )
}
