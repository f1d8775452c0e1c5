import { DAY_MS, expiryState } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { formatCount, formatDate } from '@mms/ui'
import type { PickedMedicine } from './api.ts'

/** Examples: `3 in stock, 2 waiting` and `0 of 3 can be sold`. */
export function stockText({ currentStock, waiting, unsaleable }: PickedMedicine): string {
  if (unsaleable) return `0 of ${formatCount(unsaleable.units)} can be sold`
  const inStock = `${formatCount(currentStock)} in stock`
  return waiting ? `${inStock}, ${formatCount(waiting)} waiting` : inStock
}

export const isExpired = ({ expiryDate }: PickedMedicine) =>
  expiryState(expiryDate, storeToday()) === 'expired'

function expiryWords({ expiryDate }: PickedMedicine): { text: string; color: string } | undefined {
  if (!expiryDate) return undefined
  const state = expiryState(expiryDate, storeToday())
  if (state === 'expired') return { text: `Expired ${formatDate(expiryDate)}`, color: EXPIRED }
  if (state === 'good') return { text: `Exp ${formatDate(expiryDate)}`, color: QUIET }
  return { text: `Expires ${inDays(expiryDate)}`, color: EXPIRING }
}

export const daysUntil = (date: string) => Math.round((Date.parse(date) - Date.parse(storeToday())) / DAY_MS)

export function inDays(date: string): string {
  const days = daysUntil(date)
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

const QUIET = 'var(--chakra-colors-fg-muted)'
const EXPIRED = 'var(--chakra-colors-fg-error)'
const EXPIRING = 'var(--chakra-colors-orange-fg)'

export function ExpiryNote({ medicine }: { medicine: PickedMedicine }) {
  const words = expiryWords(medicine)
  if (!words) return null
  return (
    <span style={{ color: words.color, fontWeight: words.color === QUIET ? undefined : 600 }}>
      {words.text}
    </span>
  )
}
