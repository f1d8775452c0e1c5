import { chakra } from '@chakra-ui/react'
import { type ComponentPropsWithRef, type ReactNode, useEffect, useId } from 'react'
import { useOwnRef } from './field-frame.tsx'

export interface CheckboxFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'color'> {
  label: ReactNode
  hint?: ReactNode
  indeterminate?: boolean
}

/** The browser's checkbox, with label and hint. */
export function CheckboxField({ label, hint, indeterminate = false, ref, ...input }: CheckboxFieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const [box, setBox] = useOwnRef(ref)
  // Set again after each render, because browsers reset `indeterminate` on every click.
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  })
  return (
    <chakra.div>
      <chakra.label
        display="inline-flex"
        alignItems="center"
        gap="2.5"
        minH="6"
        cursor="pointer"
        fontWeight="medium"
        textStyle="sm"
      >
        <chakra.input
          type="checkbox"
          boxSize="4.5"
          accentColor="colorPalette.solid"
          flexShrink={0}
          focusVisibleRing="outside"
          {...input}
          ref={setBox}
          aria-describedby={hint ? hintId : undefined}
        />
        {label}
      </chakra.label>
      {hint ? (
        <chakra.div id={hintId} color="fg.muted" textStyle="xs" mt="1" ms="7">
          {hint}
        </chakra.div>
      ) : null}
    </chakra.div>
  )
}
