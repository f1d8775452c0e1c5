import { Link, notify, useNavigate, useWayBack } from '@mms/sdk'
import {
  type FieldValues,
  type FormApi,
  type Path,
  showSaveFailure,
  type Unsaved,
  useLeaveQuestion,
  useSaveFailure,
} from '@mms/sdk/forms'
import { Box, FormActions, LeaveDialog, RestoredAlert, SaveFailureAlert, Stack } from '@mms/ui'
import { type ReactNode, useRef } from 'react'
import { capitalize, type RecordKind, type Stored } from '../records/record-kind.ts'
import type { RecordForm } from './record-form-rules.ts'

export interface FormProps<Shown extends Stored, Values extends FieldValues, Body, Name extends string> {
  kind: RecordKind
  /** Must be the same object in every render. */
  form: RecordForm<Shown, Values, Body, Name>
}

interface Props<Shown extends Stored, Values extends FieldValues, Body, Name extends string>
  extends FormProps<Shown, Values, Body, Name> {
  fields: FormApi<Values>
  /** Null for a new record. */
  stored: Shown | null
  /** Returns whether it was saved. */
  send: (body: Body) => Promise<boolean>
  onAnother?: () => void
  unsaved: Unsaved<Name>
  notice?: ReactNode
}

const noDoubts = () => ({ settle: async () => true, dialog: () => null })

export function FormFrame<Shown extends Stored, Values extends FieldValues, Body, Name extends Path<Values>>(
  props: Props<Shown, Values, Body, Name>,
) {
  const { kind, fields, unsaved, stored, send, onAnother } = props
  const { rules, Fields, bodyFor, useDoubts = noDoubts } = props.form
  const [failure, setFailure] = useSaveFailure(fields)
  const doubts = useDoubts()
  const navigate = useNavigate()
  const { to, state } = useWayBack(kind.page)
  const noun = capitalize(kind.noun)
  const isBusy = fields.formState.isSubmitting
  const save = async (goOn: () => unknown) => {
    const result = rules.validate(fields.getValues())
    if (!('body' in result) || !(await doubts.settle(result.body, stored))) return
    setFailure(null)
    try {
      if (!(await send(bodyFor ? bodyFor(stored, result.body) : result.body))) return
    } catch (error) {
      setFailure(showSaveFailure(fields, rules, { error, title: `Failed to save ${kind.noun}` }))
      return
    }
    unsaved.release()
    notify.success(`${noun} ${stored ? 'updated' : 'added'} successfully`)
    kind.emit(stored ? [stored._id] : [])
    await goOn()
  }
  const isSaving = useRef(false)
  const saveOnce = (goOn: () => unknown) =>
    fields.handleSubmit(async () => {
      if (isSaving.current) return
      isSaving.current = true
      await save(goOn).finally(() => {
        isSaving.current = false
      })
    })
  return (
    <>
      <form noValidate aria-busy={isBusy} onSubmit={saveOnce(() => navigate(to, { state }))}>
        <Stack gap="4" maxW="4xl" css={{ '&:has(> [data-wide])': { maxW: { xl: 'none' } } }}>
          <RestoredAlert restored={unsaved.restored} labels={rules.labels} onDiscard={unsaved.discard} />
          <Fields form={fields} />
          <Box aria-live="polite">
            {props.notice}
            <SaveFailureAlert failure={failure} />
          </Box>
          <FormActions
            busy={isBusy}
            submitLabel={`Save ${noun}`}
            cancel={
              <Link to={to} state={state}>
                Cancel
              </Link>
            }
            onSaveAndAnother={onAnother && saveOnce(onAnother)}
          />
        </Stack>
      </form>
      <LeaveDialog {...useLeaveQuestion(unsaved)} />
      {doubts.dialog(fields)}
    </>
  )
}
