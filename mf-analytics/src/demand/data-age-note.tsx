import type { DataAge } from '@mms/contracts'
import { Alert, formatInstant } from '@mms/ui'
import * as words from '../words/demand.ts'

const OLD_SECONDS = 120

export function DataAgeNote({ age }: { age: DataAge }) {
  const old = (['inventory', 'sales'] as const).flatMap((name) => {
    const { asOf, behindSeconds } = age[name]
    if (behindSeconds !== null && behindSeconds < OLD_SECONDS) return []
    return [
      `${name === 'inventory' ? words.stock : words.sales}: ${asOf ? words.asOf(formatInstant(asOf)) : words.notKnownYet}.`,
    ]
  })
  if (old.length === 0) return null
  return (
    <Alert status="warning" title={words.notUpToDate}>
      {old.join(' ')}
    </Alert>
  )
}
