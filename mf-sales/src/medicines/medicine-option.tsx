import { type NamePart, nameDifference } from '@mms/medicine-search'
import { type ComponentType, memo } from 'react'
import type { PickedMedicine } from './api.ts'
import { ExpiryNote, isExpired, priceText, stockText } from './medicine-words.tsx'

interface Props {
  medicine: PickedMedicine
  beside: string | undefined
  isByComposition: boolean
  ExpiredFigures?: ComponentType<{ medicine: PickedMedicine }> | undefined
}

/** Uses plain elements for speed, because every key draws a dozen options. */
export const MedicineOption = memo(
  ({ medicine, beside, isByComposition, ExpiredFigures = MedicineFigures }: Props) => {
    const { name, manufacturer, composition, currentStock } = medicine
    return (
      <div style={lineStyle}>
        <span style={nameStyle}>
          {beside === undefined ? name : nameDifference(name, beside)[0].map(part)}
          {isByComposition && composition ? ` · ${composition}` : null}
          {manufacturer ? <span style={makerStyle}> {manufacturer}</span> : null}
        </span>
        <span style={figuresStyle}>
          {currentStock > 0 && isExpired(medicine) ? (
            <ExpiredFigures medicine={medicine} />
          ) : (
            <MedicineFigures medicine={medicine} />
          )}
        </span>
      </div>
    )
  },
)

export const MedicineFigures = ({ medicine }: Pick<Props, 'medicine'>) => (
  <>
    <ExpiryNote medicine={medicine} /> <span>{priceText(medicine)}</span>{' '}
    <span style={medicine.currentStock <= 0 ? noStockStyle : undefined}>{stockText(medicine)}</span>
  </>
)

function part({ text, differs }: NamePart, at: number) {
  return differs ? <b key={at}>{text}</b> : text
}

const lineStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: '0.75rem',
} as const
const nameStyle = { minWidth: 0 }
const makerStyle = { color: 'var(--chakra-colors-fg-muted)', fontSize: '0.75rem' }
const figuresStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '0.75rem',
  marginInlineStart: 'auto',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  color: 'var(--chakra-colors-fg-muted)',
} as const
const noStockStyle = { color: 'var(--chakra-colors-fg-error)' }
