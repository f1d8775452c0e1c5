import { http, Link, notify, useNavigate, usePageTitle, useSession, useWayBack } from '@mms/sdk'
import {
  type FieldValues,
  type Path,
  showSaveFailure,
  useDraft,
  useFormKey,
  useSaveFailure,
  useSchemaForm,
  useUnsaved,
} from '@mms/sdk/forms'
import { Button, EmptyState, PageHeader } from '@mms/ui'
import { useEffect, useState } from 'react'
import { capitalize, type RecordKind, type Stored } from '../records/record-kind.ts'
import { FormFrame, type FormProps } from './form-frame.tsx'
import { noDoubts } from './record-form-rules.ts'

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

function AddForm<Shown extends Stored, Values extends FieldValues, Body, Name extends Path<Values>>({
  kind,
  form: { rules, Fields, bodyFor, useDoubts = noDoubts },
  onAnother,
}: FormProps<Shown, Values, Body, Name> & { onAnother: () => void }) {
  const form = useSchemaForm(rules)
  const formKey = useFormKey(rules, 'add')
  const unsaved = useUnsaved(form, rules, useDraft(rules, 'add'))
  const [failure, setFailure] = useSaveFailure(form)
  const doubts = useDoubts()
  const navigate = useNavigate()
  const wayBack = useWayBack(kind.page)
  const [first] = rules.names
  useEffect(() => document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus(), [first])

  const add = async (goOn: () => unknown) => {
    const result = rules.validate(form.getValues())
    if (!('body' in result) || !(await doubts.settle(result.body, null))) return
    setFailure(null)
    const body = bodyFor ? bodyFor(null, result.body) : result.body
    try {
      await http.post(kind.api, { body, headers: { 'Idempotency-Key': formKey.key }, quiet: true })
    } catch (error) {
      setFailure(showSaveFailure(form, rules, { error, title: `Failed to save ${kind.noun}` }))
      return
    }
    unsaved.release()
    notify.success(`${capitalize(kind.noun)} added successfully`)
    kind.emit([])
    await goOn()
  }

  const discard = () => {
    unsaved.discard()
    formKey.renew()
  }

  return (
    <>
      <FormFrame
        kind={kind}
        labels={rules.labels}
        form={form}
        onSave={() => add(() => navigate(wayBack.to, { state: wayBack.state }))}
        onSaveAndAnother={() => add(onAnother)}
        unsaved={{ ...unsaved, discard }}
        failure={failure}
      >
        <Fields form={form} />
      </FormFrame>
      {doubts.dialog(form)}
    </>
  )
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
