import { countText, defaultPack, type Medicine, type Pack, packText } from '@mms/contracts'
import { formatRupees } from '@mms/ui'
import * as words from '../words/medicines.ts'
import * as sharedWords from '../words/shared.ts'

export const isPacked = ({ packSize }: Pack): boolean => packSize > 1

/** Example: `12 strips + 4 · `, shown before the minimum. Null for less than a pack. */
export const stockInPacksText = ({ currentStock, ...pack }: Medicine): string | null =>
  isPacked(pack) && currentStock >= pack.packSize ? `${packText(currentStock, pack)} · ` : null

/** What stock and prices count: `tablet`, or `strip` if a strip is not counted in tablets. */
export function countedWord(pack: Partial<Pack>): string {
  const { packSize, packWord, unitWord } = { ...defaultPack, ...pack }
  return packSize > 1 ? unitWord : packWord
}

/** Example: `per tablet · ₹35.00 per strip of 15 tablets`. */
export function priceNote({ packPrice = 0, ...pack }: Medicine): string {
  const { packSize, packWord, unitWord } = pack
  const perUnit = sharedWords.per(countedWord(pack))
  if (!isPacked(pack)) return perUnit
  return words.perUnitAndPack(perUnit, formatRupees(packPrice), packWord, countText(packSize, unitWord))
}
