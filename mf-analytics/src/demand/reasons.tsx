import type { ClimatePrediction } from '@mms/contracts'
import { Box, formatCount, Stack } from '@mms/ui'
import type { ComponentProps } from 'react'
import * as words from '../words/demand.ts'

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

export function CollapsedReasons({ prediction }: { prediction: ClimatePrediction }) {
  const { reasonInOneLine, currentStock, reasonsForPrediction } = prediction
  return (
    <Box as="details" textStyle="sm" color="fg.muted" textAlign="start">
      <Box as="summary" cursor="pointer" width="fit-content">
        {reasonInOneLine ?? words.left(formatCount(currentStock))}
      </Box>
      <ReasonList reasons={reasonsForPrediction} mt="1" />
    </Box>
  )
}
