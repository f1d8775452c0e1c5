import { Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Button } from '../actions/buttons.tsx'

export interface FormActionsProps {
  busy: boolean
  submitLabel: string
  cancel: ReactNode
  onSaveAndAnother?: (() => void) | undefined
}

export function FormActions({ busy, submitLabel, cancel, onSaveAndAnother }: FormActionsProps) {
  return (
    <Flex
      gap="3"
      direction={{ base: 'column-reverse', sm: 'row' }}
      justify="flex-end"
      // Keeps the focus in the field. A blur could show an error and move the button, and the click would miss it.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Button asChild variant="outline">
        {cancel}
      </Button>
      {onSaveAndAnother ? (
        <Button variant="outline" disabled={busy} onClick={onSaveAndAnother}>
          Save and add another
        </Button>
      ) : null}
      <Button type="submit" loading={busy} loadingText="Saving...">
        {submitLabel}
      </Button>
    </Flex>
  )
}
