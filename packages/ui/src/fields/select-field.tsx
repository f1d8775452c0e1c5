import { NativeSelect } from '@chakra-ui/react'
import type { ComponentPropsWithRef } from 'react'
import { controlLook, FieldFrame, type FieldFrameProps } from './field-frame.tsx'

type NativeSelectProps = Omit<ComponentPropsWithRef<'select'>, 'size' | 'color' | 'required' | 'disabled'>

/** The browser's select, with `<option>` children. It needs little code and works well on phones. */
export function SelectField({
  label,
  hint,
  error,
  required,
  disabled,
  ...select
}: FieldFrameProps & NativeSelectProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required} disabled={disabled}>
      {(described) => (
        <NativeSelect.Root>
          <NativeSelect.Field {...controlLook} {...described} {...select} />
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      )}
    </FieldFrame>
  )
}
