import { expiryState } from '@mms/contracts'
import { ApiError, errorText, storeToday } from '@mms/sdk'
import { Badge, ComboboxField, formatCount, formatDate, Text } from '@mms/ui'
import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react'
import type { PickedMedicine } from './api.ts'
import { useMatches } from './use-medicines.ts'

/** What is typed to find a medicine. */
export interface TypedText {
  read: () => string
  write: (text: string) => void
}

interface Props {
  chosen: PickedMedicine | null
  onChoose: (medicine: PickedMedicine | null) => void
  /** For a scanner, which takes back what it typed here. */
  typedRef: Ref<TypedText>
  error: string | undefined
  inputRef: Ref<HTMLInputElement>
  /** As a filter none has to be chosen, and what is in stock does not matter. */
  asFilter?: boolean
}

/** Finds one medicine among thousands by typing a part of its name. */
export function MedicinePicker({ chosen, onChoose, typedRef, error, inputRef, asFilter = false }: Props) {
  // Here and not in the form: a key in it redraws the picker and nothing else.
  const [typed, setTyped] = useState('')
  useImperativeHandle(typedRef, () => ({ read: () => typed, write: setTyped }), [typed])
  const matches = useMatches(chosen ? '' : typed)
  return (
    <ComboboxField
      label={asFilter ? 'Filter by Medicine' : 'Medicine'}
      required={!asFilter}
      placeholder={asFilter ? 'All medicines' : 'Type a name, maker or category'}
      error={error}
      hint={chosen && !asFilter ? <StockLine medicine={chosen} /> : null}
      text={chosen ? chosen.name : typed}
      onText={setTyped}
      items={matches.items}
      settled={matches.settled}
      firstIsMeant={matches.isSure}
      itemKey={(medicine) => medicine._id}
      renderItem={(medicine) => <Option medicine={medicine} />}
      chosen={chosen}
      onChoose={(medicine) => {
        if (medicine) setTyped('')
        onChoose(medicine)
      }}
      note={typed !== '' && !matches.isSure ? 'No such name. Did you mean one of these? ↓ chooses.' : null}
      status={statusOf(matches)}
      onStatusEnter={matches.error && !matches.settled ? matches.retry : undefined}
      clearLabel="Clear the medicine"
      inputRef={inputRef}
    />
  )
}

function statusOf({ error, settled }: ReturnType<typeof useMatches>): ReactNode {
  if (error && !settled) {
    return (
      <>
        <Text color="fg.error" fontWeight="semibold">
          Failed to load medicines
        </Text>
        <Text color="fg.muted">
          {error instanceof ApiError ? errorText(error) : error.message} Press Enter to try again.
        </Text>
      </>
    )
  }
  return settled ? 'No medicine found' : 'Searching…'
}

/** Plain elements: a dozen of them are drawn at every key. */
function Option({ medicine }: { medicine: PickedMedicine }) {
  const { name, manufacturer, currentStock } = medicine
  return (
    <div style={optionStyle}>
      <span style={nameStyle}>
        {name}
        {manufacturer ? <span style={makerStyle}> {manufacturer}</span> : null}
        <ExpiredBadge medicine={medicine} />
      </span>
      <span style={currentStock <= 0 ? noStockStyle : stockStyle}>{formatCount(currentStock)} in stock</span>
    </div>
  )
}

const optionStyle = { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '0.75rem' }
const nameStyle = { minWidth: 0 }
const makerStyle = { color: 'var(--chakra-colors-fg-muted)', fontSize: '0.75rem' }
const stockStyle = {
  flexShrink: 0,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  color: 'var(--chakra-colors-fg-muted)',
} as const
const noStockStyle = { ...stockStyle, color: 'var(--chakra-colors-fg-error)' }

function ExpiredBadge({ medicine }: { medicine: PickedMedicine }) {
  if (!isExpired(medicine)) return null
  return (
    <Badge colorPalette="red" ms="2">
      Expired
    </Badge>
  )
}

function StockLine({ medicine }: { medicine: PickedMedicine }) {
  return (
    <>
      {formatCount(medicine.currentStock)} in stock · {medicine.category}
      {isExpired(medicine) ? ` · expired on ${formatDate(medicine.expiryDate)}` : ''}
    </>
  )
}

export const isExpired = ({ expiryDate }: PickedMedicine) =>
  expiryState(expiryDate, storeToday()) === 'expired'
