import { Input, mergeProps, useFieldContext } from '@chakra-ui/react'
import {
  type ComponentProps,
  type ComponentPropsWithRef,
  createContext,
  memo,
  useContext,
  type WheelEvent,
} from 'react'
import { controlLook, FieldFrame, type FieldFrameProps } from './field-frame.tsx'

type InputProps = ComponentPropsWithRef<'input'>

const LiveProps = createContext<InputProps>({})

/** Passes changing values around the memoised frame. Styling the frame takes several times as long as a key press. */
export const LiveControl = LiveProps.Provider

type OtherProps = 'size' | 'color' | 'height' | 'width' | 'type' | 'required' | 'disabled'

export interface TextFieldProps extends FieldFrameProps, Omit<InputProps, OtherProps> {
  type?: 'text' | 'email' | 'search'
}

/** A field whose frame renders only if label, hint or error change, but not at every key press. */
function liveField<Props extends FieldFrameProps>(look: ComponentProps<typeof Input>) {
  const Frame = memo((frame: FieldFrameProps) => (
    <FieldFrame {...frame}>
      {(described) => (
        <Input asChild {...controlLook} {...look} {...described}>
          <LiveInput />
        </Input>
      )}
    </FieldFrame>
  ))
  return ({ label, hint, error, required, disabled, ...input }: Props) => (
    <LiveControl value={input}>
      <Frame label={label} hint={hint} error={error} required={required} disabled={disabled} />
    </LiveControl>
  )
}

/** A line of text. Accepts all attributes of an input, including the result of a form library's `register()`. */
export const TextField = liveField<TextFieldProps>({})

/** A number field. The mouse wheel scrolls the page and does not change the number. */
export const NumberField = liveField<Omit<TextFieldProps, 'type'>>({
  type: 'number',
  inputMode: 'decimal',
  fontVariantNumeric: 'tabular-nums',
  onWheel: (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur(),
})

export function LiveInput({ children: _none, ...look }: InputProps) {
  const field = useFieldContext()
  const live = useContext(LiveProps)
  return <input {...mergeProps(field?.getInputProps() ?? {}, look, live)} />
}
