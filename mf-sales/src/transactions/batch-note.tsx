import type { Transaction } from '@mms/contracts'
import { formatCount, formatDate, Text } from '@mms/ui'

type Line = NonNullable<Transaction['lines']>[number]

function lineText({ number, expiryDate, effect }: Line, isOneOfMany: boolean): string {
  const units = isOneOfMany ? `${formatCount(Math.abs(effect))} × ` : ''
  const name = number === null ? 'no batch number' : `Batch ${number}`
  return `${units}${name}${expiryDate ? `, Exp ${formatDate(expiryDate)}` : ''}`
}

export function BatchNote({ transaction: { lines = [], batch } }: { transaction: Transaction }) {
  const isSaid = lines.some(({ number, expiryDate }) => number !== null || expiryDate !== null)
  if (!isSaid && !batch?.number) return null
  const texts = isSaid ? lines.map((line) => lineText(line, lines.length > 1)) : [`Batch ${batch?.number}`]
  return (
    <Text color="fg.muted" textStyle="xs" overflowWrap="anywhere">
      {texts.join(' · ')}
      {batch?.reason ? ` (${batch.reason})` : null}
    </Text>
  )
}
