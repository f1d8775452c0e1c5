import type { ClimatePrediction } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { Badge, Box, formatCount, Stack, TextLink } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import type { ComponentProps, ReactNode } from 'react'
import * as words from '../words/demand.ts'

export function MedicineLink({ id, name }: { id: string; name: string }) {
  return (
    <TextLink asChild fontWeight="semibold" overflowWrap="anywhere">
      <Link to={`/medicines/${id}`}>{name}</Link>
    </TextLink>
  )
}

/** Colours as specified: red above 2, orange above 1.5, else yellow. */
export function MultiplierBadge({ multiplier, children }: { multiplier: number; children: ReactNode }) {
  const tone = multiplier > 2 ? tones.danger : multiplier > 1.5 ? tones.soon : tones.waiting
  return <Badge colorPalette={tone}>{children}</Badge>
}

interface ReasonListProps extends ComponentProps<typeof Stack> {
  reasons: readonly string[]
}

export function ReasonList({ reasons, ...look }: ReasonListProps) {
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
