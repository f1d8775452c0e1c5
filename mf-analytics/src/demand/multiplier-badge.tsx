import { Badge } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import type { ReactNode } from 'react'

interface Props {
  multiplier: number
  children: ReactNode
}

/** Colours as specified: red above 2, orange above 1.5, else yellow. */
export function MultiplierBadge({ multiplier, children }: Props) {
  const tone = multiplier > 2 ? tones.danger : multiplier > 1.5 ? tones.soon : tones.waiting
  return <Badge colorPalette={tone}>{children}</Badge>
}
