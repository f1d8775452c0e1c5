import { type BadgeProps, Badge as ChakraBadge } from '@chakra-ui/react'

export type { BadgeProps }

/** A short status, for example `<Badge colorPalette="red">Expired</Badge>`. */
export function Badge(props: BadgeProps) {
  return <ChakraBadge variant="surface" borderRadius="full" px="2" {...props} />
}
