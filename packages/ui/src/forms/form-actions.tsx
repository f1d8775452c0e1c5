import { Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Button } from '../actions/buttons.tsx'

export interface FormActionsProps {
  busy: boolean
  /** Words of the button that sends the form. */
  submitLabel: string
  /** A link away. */
  cancel: ReactNode
  /** Saves, and begins the next one. */
  onSaveAndAnother?: (() => void) | undefined
}

/** The buttons at the end of a form. */
export function FormActions({ busy, submitLabel, cancel, onSaveAndAnother }: FormActionsProps) {
  return (
    <Flex
      gap="3"
      direction={{ base: 'column-reverse', sm: 'row' }}
      justify="flex-end"
      // Leaving a wrong field shows its error, which would move the buttons from under the mouse: the press
      // would be lost.
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
