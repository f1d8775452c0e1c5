import {
  Button as ChakraButton,
  type ButtonProps as ChakraButtonProps,
  IconButton as ChakraIconButton,
} from '@chakra-ui/react'

export type ButtonProps = ChakraButtonProps

/** A button. While `loading`, it is disabled and shows `loadingText` beside a spinner. */
export function Button(props: ButtonProps) {
  return <ChakraButton fontWeight="semibold" {...(props.asChild ? notAButton : {})} {...props} />
}

/** A button that shows only an icon. `label` is its accessible name and tooltip. */
export function IconButton({ label, ...props }: ButtonProps & { label: string }) {
  return <ChakraIconButton aria-label={label} title={label} {...props} />
}

// Chakra sets type="button" on any child, but on a link, `type` names a media type.
const notAButton = { type: undefined } as unknown as ButtonProps
