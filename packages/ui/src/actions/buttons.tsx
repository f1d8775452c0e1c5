import {
  Button as ChakraButton,
  type ButtonProps as ChakraButtonProps,
  IconButton as ChakraIconButton,
} from '@chakra-ui/react'

export type ButtonProps = ChakraButtonProps

/**
 * A button. While `loading` it is disabled and shows `loadingText` beside a spinner.
 * As a link: `<Button asChild><Link to="/medicines">Medicines</Link></Button>`.
 */
export function Button(props: ButtonProps) {
  return <ChakraButton fontWeight="semibold" {...(props.asChild ? notAButton : {})} {...props} />
}

/** A button that shows only an icon; `label` is its name and its tooltip. */
export function IconButton({ label, ...props }: ButtonProps & { label: string }) {
  return <ChakraIconButton aria-label={label} title={label} {...props} />
}

// Chakra writes type="button" on whatever the child is; on a link it would name a media type
const notAButton = { type: undefined } as unknown as ButtonProps
