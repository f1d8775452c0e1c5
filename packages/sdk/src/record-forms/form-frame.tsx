import { Link, useWayBack } from '@mms/sdk'
import {
  type FieldValues,
  type FormApi,
  type Path,
  type Unsaved,
  useLeaveQuestion,
  useOnce,
} from '@mms/sdk/forms'
import { Box, FormActions, LeaveDialog, RestoredAlert, SaveFailureAlert, Stack } from '@mms/ui'
import type { ComponentProps, ReactNode } from 'react'
import { capitalize, type RecordKind } from '../records/record-kind.ts'
import type { RecordForm } from './record-form-rules.ts'

export interface FormProps<
  Shown extends { _id: string; name: string },
  Values extends FieldValues,
  Body,
  Name extends string,
> {
  kind: RecordKind
  /** Must be the same object in every render. */
  form: RecordForm<Shown, Values, Body, Name>
}

interface Props<Values extends FieldValues, Name extends string> {
  kind: RecordKind
  labels: Record<Name, string>
  form: FormApi<Values>
  onSave: () => Promise<void>
  onSaveAndAnother?: () => Promise<void>
  unsaved: Unsaved<Name>
  failure: ComponentProps<typeof SaveFailureAlert>['failure']
  notice?: ReactNode
  children: ReactNode
}

export function FormFrame<Values extends FieldValues, Name extends Path<Values>>(props: Props<Values, Name>) {
  const { kind, form, unsaved, onSave, onSaveAndAnother } = props
  const wayBack = useWayBack(kind.page)
  const isBusy = form.formState.isSubmitting
  const once = useOnce()
  return (
    <>
      <form noValidate aria-busy={isBusy} onSubmit={form.handleSubmit(once(onSave))}>
        <Stack gap="4" maxW="4xl" css={{ '&:has(> [data-wide])': { maxW: { xl: 'none' } } }}>
          <RestoredAlert restored={unsaved.restored} labels={props.labels} onDiscard={unsaved.discard} />
          {props.children}
          <Box aria-live="polite">
            {props.notice}
            <SaveFailureAlert failure={props.failure} />
          </Box>
          <FormActions
            busy={isBusy}
            submitLabel={`Save ${capitalize(kind.noun)}`}
            cancel={
              <Link to={wayBack.to} state={wayBack.state}>
                Cancel
              </Link>
            }
            onSaveAndAnother={onSaveAndAnother && form.handleSubmit(once(onSaveAndAnother))}
          />
        </Stack>
      </form>
      <LeaveDialog {...useLeaveQuestion(unsaved)} />
    </>
  )
}
