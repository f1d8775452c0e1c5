import { mergeProps, useFieldContext } from '@chakra-ui/react'
import { type ComponentPropsWithRef, createContext, useContext } from 'react'

type InputProps = ComponentPropsWithRef<'input'>

const LiveProps = createContext<InputProps>({})

/**
 * Gives a control what changes with each key past the frame that is drawn around it: to work out how label, frame and
 * control look costs several times what the key itself does, and none of it has changed.
 */
export const LiveControl = LiveProps.Provider

/** The input inside such a frame, as the child of Chakra's `Input`, which says how it looks. */
export function LiveInput({ children: _none, ...look }: InputProps) {
  const field = useFieldContext()
  const live = useContext(LiveProps)
  return <input {...mergeProps(field?.getInputProps() ?? {}, look, live)} />
}
