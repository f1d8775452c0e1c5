import { Field } from '@chakra-ui/react'
import { type ReactNode, type Ref, useCallback, useId, useRef } from 'react'

/** Props of all fields. The hint stays visible when there is an error. */
export interface FieldFrameProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
}

interface Props extends FieldFrameProps {
  children: (described: { 'aria-describedby'?: string }) => ReactNode
}

/** Label, hint and error of a field, linked to it for screen readers. */
export function FieldFrame({ label, hint, error, required, disabled, children }: Props) {
  const id = useId()
  const ids = { helperText: `${id}-hint`, errorText: `${id}-error` }
  // Also sets aria-describedby: Chakra sets only aria-errormessage, which few screen readers support.
  const described = [hint && ids.helperText, error && ids.errorText].filter(Boolean).join(' ')
  return (
    <Field.Root ids={ids} role="none" invalid={Boolean(error)} required={required} disabled={disabled}>
      <Field.Label>
        {label}
        <Field.RequiredIndicator />
      </Field.Label>
      {children(described ? { 'aria-describedby': described } : {})}
      {hint ? <Field.HelperText>{hint}</Field.HelperText> : null}
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  )
}

export const controlLook = {
  bg: 'bg.panel',
  borderColor: 'border.emphasized',
  _invalid: { borderColor: 'border.error' },
}

/** Returns a ref to the field, and a callback ref that sets both that ref and `outer`. */
export function useOwnRef(outer: Ref<HTMLInputElement> | undefined) {
  const field = useRef<HTMLInputElement>(null)
  const set = useCallback(
    (element: HTMLInputElement | null) => {
      field.current = element
      if (typeof outer === 'function') outer(element)
      else if (outer) outer.current = element
    },
    [outer],
  )
  return [field, set] as const
}
