import { Stack } from '@mms/ui'
import type { ComponentProps } from 'react'

interface Props extends ComponentProps<typeof Stack> {
  reasons: readonly string[]
}

export function ReasonList({ reasons, ...look }: Props) {
  return (
    <Stack as="ul" gap="1" ps="4" textStyle="sm" {...look}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </Stack>
  )
}
