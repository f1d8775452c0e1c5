import type { ClimatePrediction } from '@mms/contracts'
import { Box, formatCount } from '@mms/ui'
import { ReasonList } from './reason-list.tsx'

export function ReasonFold({ prediction }: { prediction: ClimatePrediction }) {
  const { reasonInOneLine, currentStock, reasonsForPrediction } = prediction
  return (
    <Box as="details" textStyle="sm" color="fg.muted" textAlign="start">
      <Box as="summary" cursor="pointer" width="fit-content">
        {reasonInOneLine ?? `${formatCount(currentStock)} left`}
      </Box>
      <ReasonList reasons={reasonsForPrediction} mt="1" />
    </Box>
  )
}
