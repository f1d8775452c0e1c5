import { Box, Card, Stack, Text, VisuallyHidden } from '@mms/ui'
import type { ReactNode } from 'react'

interface Props {
  label: string
  /** Already formatted. */
  value: string
  /** A line below it. */
  note?: string
  /** The sum it came from, with its inputs: people distrust averages that they cannot open. */
  children: ReactNode
}

/** One figure, and below it, when it is opened, what it came from. */
export function FigureCard({ label, value, note, children }: Props) {
  return (
    <Card>
      <Text color="fg.muted" textStyle="sm" fontWeight="medium">
        {label}
      </Text>
      <Text textStyle="2xl" fontWeight="bold" fontVariantNumeric="tabular-nums" letterSpacing="tight">
        {value}
      </Text>
      {note ? (
        <Text color="fg.muted" textStyle="sm">
          {note}
        </Text>
      ) : null}
      <Box as="details" mt="3" textStyle="sm">
        <Box as="summary" cursor="pointer" color="fg.muted" width="fit-content">
          How is this worked out?<VisuallyHidden>: {label}</VisuallyHidden>
        </Box>
        <Stack gap="2" mt="2">
          {children}
        </Stack>
      </Box>
    </Card>
  )
}
