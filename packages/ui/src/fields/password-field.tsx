import { Box, Input, VisuallyHidden } from '@chakra-ui/react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../actions/buttons.tsx'
import { controlLook, FieldFrame, useOwnRef } from './field-frame.tsx'
import type { TextFieldProps } from './text-field.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type'>

/** A password field with a button to show the text. Submitting hides it, so that no browser stores it as text. */
export function PasswordField({ label, hint, error, required, disabled, ref, ...input }: PasswordFieldProps) {
  const [field, setField] = useOwnRef(ref)
  const { shown, toggle } = useShown(field)
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required} disabled={disabled}>
      {(described) => (
        <Box position="relative" width="full">
          <Input
            {...controlLook}
            {...described}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            pe="4.5rem"
            {...input}
            ref={setField}
            type={shown ? 'text' : 'password'}
          />
          <Button
            size="xs"
            variant="ghost"
            position="absolute"
            insetEnd="1.5"
            top="50%"
            transform="translateY(-50%)"
            disabled={disabled}
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggle}
          >
            {shown ? 'Hide' : 'Show'}
            <VisuallyHidden> {label.toLowerCase()}</VisuallyHidden>
          </Button>
        </Box>
      )}
    </FieldFrame>
  )
}

/** Restores the caret, which moves when the type of the input changes. */
function useShown(field: RefObject<HTMLInputElement | null>) {
  const [shown, setShown] = useState(false)
  const caret = useRef<[number | null, number | null]>([null, null])
  const toggle = () => {
    caret.current = [field.current?.selectionStart ?? null, field.current?.selectionEnd ?? null]
    setShown(!shown)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every toggle
  useLayoutEffect(() => {
    if (caret.current[0] !== null) field.current?.setSelectionRange(...caret.current)
  }, [shown, field])
  useEffect(() => {
    const form = field.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [field])
  return { shown, toggle }
}
