import { expiryState, packText } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { formatCount, formatDate, formatRupees } from '@mms/ui'
import * as words from '../words/medicines.ts'
import type { PickedMedicine } from './api.ts'

/** Example: `12 strips + 4` if the medicine is counted in loose units, otherwise only the number. */
export function unitsText(
  units: number,
  { packSize = 1, packWord = 'pack', unitWord = 'unit' }: PickedMedicine,
): string {
  return packSize > 1 && units >= 0 ? packText(units, { packSize, packWord, unitWord }) : formatCount(units)
}

/** Examples: `3 in stock, 2 waiting` and `0 of 3 can be sold`. */
export function stockText(medicine: PickedMedicine): string {
  const { currentStock, waiting, unsaleable } = medicine
  if (unsaleable) return words.noneSaleable(unitsText(unsaleable.units, medicine))
  const inStock = words.stockCount(unitsText(currentStock, medicine))
  return waiting ? words.stockAndWaiting(inStock, unitsText(waiting, medicine)) : inStock
}

/** Shows the price per pack even if tablets are sold loose, because customers ask for it. */
export const priceText = ({ unitPrice, packSize = 1, packWord, packPrice }: PickedMedicine): string =>
  packSize > 1 && packPrice !== undefined
    ? words.pricePerPack(formatRupees(packPrice), packWord)
    : formatRupees(unitPrice)

export const isExpired = ({ expiryDate }: PickedMedicine) =>
  expiryState(expiryDate, storeToday()) === 'expired'

function expiryWords({ expiryDate }: PickedMedicine): { text: string; color: string } | undefined {
  if (!expiryDate) return undefined
  const state = expiryState(expiryDate, storeToday())
  if (state === 'expired') return { text: words.expiredOn(formatDate(expiryDate)), color: EXPIRED }
  if (state === 'good') return { text: words.expires(formatDate(expiryDate)), color: QUIET }
  return { text: words.expiresIn(words.inDays(expiryDate)), color: EXPIRING }
}

const QUIET = 'var(--chakra-colors-fg-muted)'
const EXPIRED = 'var(--chakra-colors-fg-error)'
const EXPIRING = 'var(--chakra-colors-orange-fg)'

export function ExpiryNote({ medicine }: { medicine: PickedMedicine }) {
  const note = expiryWords(medicine)
  if (!note) return null
  return (
    <span style={{ color: note.color, fontWeight: note.color === QUIET ? undefined : 600 }}>{note.text}</span>
  )
}
