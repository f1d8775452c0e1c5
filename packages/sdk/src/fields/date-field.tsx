import { Box, Input } from '@chakra-ui/react'
import { type ComponentProps, useLayoutEffect, useState } from 'react'
import { formatDate } from '../format.ts'
import { controlLook, FieldFrame } from './field-frame.tsx'
import type { NumberFieldProps } from './text-field.tsx'
import { useOwnRef } from './use-own-ref.ts'

/**
 * A calendar date, `yyyy-mm-dd` in value. At rest it reads like the dates of the lists; while it is typed it is the
 * browser's own field. (03/04/2027 in a field beside "4 Mar 2027" in a list is read as another day.)
 */
export function DateField({ label, hint, error, required, disabled, ...input }: NumberFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required} disabled={disabled}>
      {(described) => <DateInput {...controlLook} {...described} {...input} />}
    </FieldFrame>
  )
}

function DateInput({ ref, onInput, ...input }: ComponentProps<typeof Input>) {
  const [field, setField] = useOwnRef(ref)
  const [shown, setShown] = useState('')
  // A form that resets its fields does it behind React's back, and draws again.
  useLayoutEffect(() => setShown(field.current?.value ?? ''))
  return (
    <Box position="relative" width="full">
      <Input
        {...input}
        ref={setField}
        type="date"
        data-said={shown !== '' || undefined}
        css={atRest}
        onInput={(event) => {
          setShown(event.currentTarget.value)
          onInput?.(event)
        }}
      />
      <Box css={said} aria-hidden>
        {shown === '' ? null : formatDate(shown)}
      </Box>
    </Box>
  )
}

/** Only where the browser's own text can be hidden: else both would be seen. */
const CAN_HIDE = '@supports selector(::-webkit-datetime-edit)'

const atRest = {
  [CAN_HIDE]: { '&[data-said]:not(:focus)::-webkit-datetime-edit': { opacity: 0 } },
}

const said = {
  display: 'none',
  position: 'absolute',
  insetStart: '3',
  top: '0',
  height: 'full',
  alignItems: 'center',
  pointerEvents: 'none',
  textStyle: 'sm',
  whiteSpace: 'nowrap',
  [CAN_HIDE]: { 'input[data-said]:not(:focus) + &': { display: 'flex' } },
}
