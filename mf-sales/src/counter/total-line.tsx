import { stockEffect } from '@mms/contracts'
import { numberOf } from '@mms/sdk/form-rules'
import { Flex, formatCount, formatRupees, Text } from '@mms/ui'
import { type TransactionFormValues, totalOf } from '../draft/form-values.ts'
import type { PickedMedicine } from '../medicines/api.ts'

interface Props {
  values: TransactionFormValues
  medicine: PickedMedicine | null
}

export function TotalLine({ values, medicine }: Props) {
  const total = totalOf(values)
  const left = medicine && stockAfter(values, medicine)
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
      {typeof left === 'number' && left >= 0 ? (
        <Text textStyle="sm" color="fg.muted">
          {`Balance ${formatCount(left)}`}
        </Text>
      ) : null}
    </Flex>
  )
}

function stockAfter({ type, direction, quantity }: TransactionFormValues, medicine: PickedMedicine) {
  const count = numberOf(quantity)
  if (!Number.isInteger(count) || count < 1) return undefined
  return medicine.currentStock + stockEffect(type, count, direction)
}
