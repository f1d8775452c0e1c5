import { chakra } from '@chakra-ui/react'
import { type ComponentPropsWithRef, type ReactNode, useEffect, useId } from 'react'
import { useOwnRef } from './use-own-ref.ts'

export interface CheckboxFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'color'> {
  /** Text; where the eye sees by the place what is meant, inside of `VisuallyHidden`. */
  label: ReactNode
  hint?: ReactNode
  /** Neither yes nor no: of what it stands for a part is chosen. */
  indeterminate?: boolean
}

/** A yes or no, by the browser's own checkbox. */
export function CheckboxField({ label, hint, indeterminate = false, ref, ...input }: CheckboxFieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const [box, setBox] = useOwnRef(ref)
  // A browser takes it away with each click.
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
