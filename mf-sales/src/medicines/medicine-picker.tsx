import { expiryState, storeDate } from '@mms/contracts'
import { ApiError, errorText } from '@mms/sdk'
import { Badge, ComboboxField, Flex, formatCount, formatDate, Text } from '@mms/ui'
import { type ReactNode, type Ref, useState } from 'react'
import type { PickedMedicine } from './api.ts'
import { useMatches } from './use-medicines.ts'

interface Props {
  chosen: PickedMedicine | null
  onChoose: (medicine: PickedMedicine | null) => void
  error: string | undefined
  inputRef: Ref<HTMLInputElement>
}

/** Finds one medicine among thousands by typing a part of its name. */
export function MedicinePicker({ chosen, onChoose, error, inputRef }: Props) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const matches = useMatches(chosen ? '' : typed, open)
  return (
    <ComboboxField
      label="Medicine"
      required
      placeholder="Type a name, maker or category"
      error={error}
      hint={chosen ? <StockLine medicine={chosen} /> : null}
      text={chosen ? chosen.name : typed}
      onText={setTyped}
      items={matches.items}
      settled={matches.settled}
      itemKey={(medicine) => medicine._id}
      renderItem={(medicine) => <Option medicine={medicine} />}
      chosen={chosen}
      onChoose={(medicine) => {
        if (medicine) setTyped('')
        onChoose(medicine)
      }}
      status={statusOf(matches)}
      onStatusEnter={matches.error ? matches.retry : undefined}
      onOpenChange={setOpen}
      clearLabel="Clear the medicine"
      inputRef={inputRef}
    />
  )
}

function statusOf({ error, settled }: ReturnType<typeof useMatches>): ReactNode {
  if (error) {
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

function Option({ medicine }: { medicine: PickedMedicine }) {
  return (
    <Flex justify="space-between" align="center" gap="3">
      <Text as="span" minW="0">
        {medicine.name}
        <ExpiredBadge medicine={medicine} />
      </Text>
      <Text
        as="span"
        flexShrink={0}
        fontVariantNumeric="tabular-nums"
        color={medicine.currentStock === 0 ? 'fg.error' : 'fg.muted'}
      >
        {formatCount(medicine.currentStock)} in stock
      </Text>
    </Flex>
  )
}

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
  expiryState(expiryDate, storeDate()) === 'expired'
