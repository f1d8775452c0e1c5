import { Input } from '@chakra-ui/react'
import { type ComponentPropsWithRef, memo, type WheelEvent } from 'react'
import { controlLook, FieldFrame, type FieldFrameProps } from './field-frame.tsx'
import { LiveControl, LiveInput } from './live-input.tsx'

type NativeInput = Omit<
  ComponentPropsWithRef<'input'>,
  'size' | 'color' | 'height' | 'width' | 'type' | 'required' | 'disabled'
>

export interface TextFieldProps extends FieldFrameProps, NativeInput {
  type?: 'text' | 'email' | 'search'
}

/**
 * One line of text. Takes every attribute of an input, so a form library's `register()` spreads into it.
 *
 * ```tsx
 * <TextField label="Medicine Name" required error={errors.name?.message} {...register('name')} />
 * ```
 */
export function TextField({ label, hint, error, required, disabled, ...input }: TextFieldProps) {
  return (
    <LiveControl value={input}>
      <TextFrame label={label} hint={hint} error={error} required={required} disabled={disabled} />
    </LiveControl>
  )
}

const TextFrame = memo((frame: FieldFrameProps) => (
  <FieldFrame {...frame}>
    {(described) => (
      <Input asChild {...controlLook} {...described}>
        <LiveInput />
      </Input>
    )}
  </FieldFrame>
))

export interface NumberFieldProps extends FieldFrameProps, NativeInput {}

/** A number. The wheel over a focused field scrolls the page instead of changing what was typed. */
export function NumberField({ label, hint, error, required, disabled, ...input }: NumberFieldProps) {
  return (
    <LiveControl value={input}>
      <NumberFrame label={label} hint={hint} error={error} required={required} disabled={disabled} />
    </LiveControl>
  )
}

const NumberFrame = memo((frame: FieldFrameProps) => (
  <FieldFrame {...frame}>
    {(described) => (
      <Input
        asChild
        {...controlLook}
        type="number"
        inputMode="decimal"
        fontVariantNumeric="tabular-nums"
        onWheel={(event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur()}
        {...described}
      >
        <LiveInput />
      </Input>
    )}
  </FieldFrame>
))
