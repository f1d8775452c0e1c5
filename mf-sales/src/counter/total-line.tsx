import { stockEffect } from '@mms/contracts'
import { numberOf } from '@mms/sdk/form-rules'
import { Flex, formatRupees, Text } from '@mms/ui'
import { type TransactionFormValues, totalOf } from '../draft/form-values.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { unitsText } from '../medicines/medicine-words.tsx'

interface Props {
  values: TransactionFormValues
  medicine: PickedMedicine | null
}

export function TotalLine({ values, medicine }: Props) {
  const total = totalOf(values)
  const sold = medicine && soldText(values, medicine)
  return (
    <Flex gap="4" align="baseline" wrap="wrap" fontVariantNumeric="tabular-nums">
      <Text
        as="output"
        aria-label="Total"
        fontWeight="bold"
        textStyle="2xl"
        letterSpacing="tight"
        color={total === undefined ? 'fg.subtle' : 'fg'}
      >
        <Text as="span" color="fg.muted" textStyle="sm" fontWeight="medium" letterSpacing="normal" me="2">
          Total
        </Text>
        {formatRupees(total ?? 0)}
      </Text>
      {sold ? (
        <Text textStyle="sm" color="fg.muted">
          {sold}
        </Text>
      ) : null}
    </Flex>
  )
}

/** *Balance 120*, or *2 strips + 4 · Balance 10 strips* of a medicine that is counted in tablets. */
function soldText({ type, direction, quantity }: TransactionFormValues, medicine: PickedMedicine) {
  const count = numberOf(quantity)
  if (!Number.isInteger(count) || count < 1) return ''
  const left = medicine.currentStock + stockEffect(type, count, direction)
  const isPacked = (medicine.packSize ?? 1) > 1
  return [isPacked ? unitsText(count, medicine) : '', left >= 0 ? `Balance ${unitsText(left, medicine)}` : '']
    .filter(Boolean)
    .join(' · ')
}
