import { Link, useWayBack } from '@mms/sdk'
import { type Unsaved, useLeaveQuestion, useOnce } from '@mms/sdk/forms'
import { Box, FormActions, LeaveDialog, RestoredAlert, Stack } from '@mms/ui'
import type { ReactNode } from 'react'
import { BasicPanel } from './basic-panel.tsx'
import { DemandPanel } from './demand-panel.tsx'
import { type FieldName, fieldLabels, type MedicineFormApi } from './form-values.ts'
import { StockPanel } from './stock-panel.tsx'

interface Props {
  form: MedicineFormApi
  /** Saves what was typed; called only when every rule holds. */
  onSave: () => Promise<void>
  /** The same, and then an empty form for the next one. */
  onSaveAndAnother?: () => Promise<void>
  unsaved: Unsaved<FieldName>
  /** What stands above the buttons: why saving failed. */
  children?: ReactNode
}

/** The medicine form in both its modes. */
export function MedicineForm({ form, onSave, onSaveAndAnother, unsaved, children }: Props) {
  const wayBack = useWayBack('/medicines')
  const isBusy = form.formState.isSubmitting
  const once = useOnce()
  return (
    <>
      <form noValidate aria-busy={isBusy} onSubmit={form.handleSubmit(once(onSave))}>
        <Stack gap="6" maxW="4xl">
          <RestoredAlert restored={unsaved.restored} labels={fieldLabels} onDiscard={unsaved.discard} />
          <BasicPanel form={form} />
          <StockPanel form={form} />
          <DemandPanel form={form} />
          <Box aria-live="polite">{children}</Box>
          <FormActions
            busy={isBusy}
            submitLabel="Save Medicine"
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
