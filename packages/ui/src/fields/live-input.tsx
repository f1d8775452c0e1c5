import { mergeProps, useFieldContext } from '@chakra-ui/react'
import { type ComponentPropsWithRef, createContext, useContext } from 'react'

type InputProps = ComponentPropsWithRef<'input'>

const LiveProps = createContext<InputProps>({})

/** Passes values past the memoised frame. Styling the frame at every key would cost several times the key itself. */
export const LiveControl = LiveProps.Provider

export function LiveInput({ children: _none, ...look }: InputProps) {
  const field = useFieldContext()
  const live = useContext(LiveProps)
  return <input {...mergeProps(field?.getInputProps() ?? {}, look, live)} />
}
