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
  return <ChakraButton fontWeight="semibold" {...props} />
}

/** A button that shows only an icon; `label` is its name and its tooltip. */
export function IconButton({ label, ...props }: ButtonProps & { label: string }) {
  return <ChakraIconButton aria-label={label} title={label} {...props} />
}
