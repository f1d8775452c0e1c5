import type { DataAge } from '@mms/contracts'
import { Alert, formatInstant } from '@mms/ui'

const OLD_SECONDS = 120

export function DataAgeNote({ age }: { age: DataAge }) {
  const old = (['inventory', 'sales'] as const).flatMap((name) => {
    const { asOf, behindSeconds } = age[name]
    if (behindSeconds !== null && behindSeconds < OLD_SECONDS) return []
    return [
      `${name === 'inventory' ? 'Stock' : 'Sales'}: ${asOf ? `as of ${formatInstant(asOf)}` : 'not known yet'}.`,
    ]
  })
  if (old.length === 0) return null
  return (
    <Alert status="warning" title="These figures are not up to date">
      {old.join(' ')}
    </Alert>
  )
}
