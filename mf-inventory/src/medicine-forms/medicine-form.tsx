import { Link } from '@mms/sdk'
import { Box, Button, Flex, Stack } from '@mms/ui'
import { type ReactNode, useRef } from 'react'
import { useWayBack } from '../medicines/list-address.ts'
import { BasicPanel } from './basic-panel.tsx'
import { DemandPanel } from './demand-panel.tsx'
import { RestoredPanel } from './restored-panel.tsx'
import { StockPanel } from './stock-panel.tsx'
import { UnsavedDialog } from './unsaved-dialog.tsx'
import type { MedicineFormApi } from './use-medicine-form.ts'
import type { Unsaved } from './use-unsaved.ts'

interface Props {
  form: MedicineFormApi
  /** Saves what was typed; called only when every rule holds. */
  onSave: () => Promise<void>
  /** The same, and then an empty form for the next one. */
  onSaveAndAnother?: () => Promise<void>
  unsaved: Unsaved
  /** What stands above the buttons: why saving failed. */
  children?: ReactNode
}

/** The medicine form in both its modes. */
export function MedicineForm({ form, onSave, onSaveAndAnother, unsaved, children }: Props) {
  const wayBack = useWayBack()
  const isBusy = form.formState.isSubmitting
  const underWay = useRef(false)
  const once = (save: () => Promise<void>) => async () => {
    if (underWay.current) return
    underWay.current = true
    await save().finally(() => {
      underWay.current = false
    })
  }
  return (
    <>
      <form noValidate aria-busy={isBusy} onSubmit={form.handleSubmit(once(onSave))}>
        <Stack gap="6" maxW="4xl">
          <RestoredPanel unsaved={unsaved} />
          <BasicPanel form={form} />
          <StockPanel form={form} />
          <DemandPanel form={form} />
          <Box aria-live="polite">{children}</Box>
          <Flex
            gap="3"
            direction={{ base: 'column-reverse', sm: 'row' }}
            justify="flex-end"
            // Leaving a wrong field shows its error, which would move the buttons from under the mouse: the press
            // would be lost.
            onMouseDown={(event) => event.preventDefault()}
          >
            <Button asChild variant="outline">
              <Link to={wayBack.to} state={wayBack.state}>
                Cancel
              </Link>
            </Button>
            {onSaveAndAnother ? (
              <Button variant="outline" disabled={isBusy} onClick={form.handleSubmit(once(onSaveAndAnother))}>
                Save and add another
              </Button>
            ) : null}
            <Button type="submit" loading={isBusy} loadingText="Saving...">
              Save Medicine
            </Button>
          </Flex>
        </Stack>
      </form>
      <UnsavedDialog unsaved={unsaved} />
    </>
  )
}
