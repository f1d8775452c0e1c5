import { chakra } from '@chakra-ui/react'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'

export interface CheckboxFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'color'> {
  /** Text; where the eye sees by the place what is meant, inside of `VisuallyHidden`. */
  label: ReactNode
  hint?: ReactNode
}

/** A yes or no, by the browser's own checkbox. */
export function CheckboxField({ label, hint, ...input }: CheckboxFieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
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
