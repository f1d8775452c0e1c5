import { countText, type Medicine, type Pack, packText } from '@mms/contracts'
import { formatRupees } from '@mms/ui'
import * as words from '../words/medicines.ts'

export const isPacked = ({ packSize }: Pack): boolean => packSize > 1

/** Example: `12 strips + 4 · `, shown before the minimum. Null for less than a pack. */
export const stockInPacksText = ({ currentStock, ...pack }: Medicine): string | null =>
  isPacked(pack) && currentStock >= pack.packSize ? `${packText(currentStock, pack)} · ` : null

/** Example: `₹35.00 per strip of 15 tablets`. */
export function packPriceText({ packPrice = 0, ...pack }: Medicine): string | null {
  if (!isPacked(pack)) return null
  return words.perPackOf(formatRupees(packPrice), pack.packWord, countText(pack.packSize, pack.unitWord))
}
