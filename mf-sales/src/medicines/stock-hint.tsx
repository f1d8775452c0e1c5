import { formatDate } from '@mms/ui'
import type { PickedMedicine } from './api.ts'
import { ExpiryNote, isExpired, unitsText } from './medicine-words.tsx'
import { useIsCatalogueBehind } from './use-medicines.ts'

interface Props {
  medicine: PickedMedicine
  isSale: boolean
  left: number | undefined
}

export function StockHint({ medicine, isSale, left }: Props) {
  const isBehind = useIsCatalogueBehind()
  const { expiryDate, unsaleable } = medicine
  if (unsaleable) return <Refusal>{`${unsaleable.reason}: cannot be sold`}</Refusal>
  if (expiryDate && isSale && isExpired(medicine))
    return <Refusal>{`Expired ${formatDate(expiryDate)}: cannot be sold`}</Refusal>
  const when = isBehind ? ' when last connected' : ''
  return (
    <>
      {left === undefined ? null : <Refusal>{`${unitsText(left, medicine)} left${when}`}</Refusal>}{' '}
      <ExpiryNote medicine={medicine} />
    </>
  )
}

const Refusal = ({ children }: { children: string }) => (
  <span role="status" style={refusalStyle}>
    {children}
  </span>
)

const refusalStyle = { color: 'var(--chakra-colors-fg-error)', fontWeight: 600 }
