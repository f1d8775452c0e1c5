import { countOpenAlerts } from '@mms/contracts'
import { Badge, VisuallyHidden } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { useAlertRefetch, useAlertSummary } from '../alerts/api.ts'
import * as words from '../words/badge.ts'

const MOST_SHOWN = 99

export function OpenAlertsBadge() {
  useAlertRefetch()
  const { data } = useAlertSummary()
  const count = data ? countOpenAlerts(data) : 0
  if (count === 0) return null
  return (
    <Badge colorPalette={tones.danger} variant="solid" fontVariantNumeric="tabular-nums">
      <span aria-hidden>{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <VisuallyHidden>{words.openAlerts(count)}</VisuallyHidden>
    </Badge>
  )
}
