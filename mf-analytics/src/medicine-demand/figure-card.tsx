import { Box, Card, Stack, Text, VisuallyHidden } from '@mms/ui'
import type { ReactNode } from 'react'

interface Props {
  label: string
  value: string
  note?: string
  /** The calculation behind the figure. Users distrust figures they cannot check. */
  children: ReactNode
}

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
