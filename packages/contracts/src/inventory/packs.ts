/** Prices in rupees. */
import { paiseToRupees, rupeesToPaise } from '../fields/paise.ts'

export const MAX_PACK_SIZE = 1_000

/** Each pack word and its plural. */
const packPlurals = {
  pack: 'packs',
  strip: 'strips',
  bottle: 'bottles',
  box: 'boxes',
  tube: 'tubes',
  vial: 'vials',
  ampoule: 'ampoules',
  sachet: 'sachets',
  jar: 'jars',
}
const unitPlurals = {
  unit: 'units',
  tablet: 'tablets',
  capsule: 'capsules',
  ampoule: 'ampoules',
  sachet: 'sachets',
  piece: 'pieces',
  ml: 'ml',
  g: 'g',
}
export type PackWord = keyof typeof packPlurals
export type UnitWord = keyof typeof unitPlurals
export const packWords = Object.keys(packPlurals) as [PackWord, ...PackWord[]]
export const unitWords = Object.keys(unitPlurals) as [UnitWord, ...UnitWord[]]

export const taxClasses = ['medicine', 'nil', 'standard'] as const
/** Drug schedules whose sales need a prescription. */
export const schedules = ['none', 'H', 'H1', 'X'] as const

/** For medicines without pack data. Serves release 0.3, which sends none. 3004: HSN code of packed medicines. */
export const defaultPack = {
  packSize: 1,
  packWord: 'pack',
  unitWord: 'unit',
  hsn: '3004',
  taxClass: 'medicine',
  schedule: 'none',
}

export interface Pack {
  packSize: number
  packWord: string
  unitWord: string
}

const plurals: Record<string, string> = { ...packPlurals, ...unitPlurals }
export const pluralOf = (word: string): string => plurals[word] ?? word

/** Formats `1 strip` or `12 strips`. */
export const countText = (count: number, word: string): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? word : pluralOf(word)}`

/** Formats `12 strips + 4`, `12 strips` or `4 tablets`. */
export function packText(units: number, pack: Partial<Pack>): string {
  const { packSize, packWord, unitWord } = { ...defaultPack, ...pack }
  const packs = Math.floor(units / packSize)
  const loose = units % packSize
  if (packs === 0) return countText(loose, unitWord)
  return loose === 0 ? countText(packs, packWord) : `${countText(packs, packWord)} + ${loose}`
}

/** Price of a unit, rounded down so that the units of a pack never cost more than the pack. */
export function unitPriceOf(packPrice: number, packSize: number): number {
  return paiseToRupees(Math.floor(rupeesToPaise(packPrice) / packSize))
}

/** MRP or cost of a unit. At least one paisa, because inventory does not accept 0. */
export const unitMrpOrCostOf = (packPrice: number, packSize: number): number =>
  unitPriceOf(packPrice, packSize) || 0.01

/** Returns the stored pack price, or computes it if the unit price was changed alone. */
export function packPriceOf(
  packPrice: number | null | undefined,
  unitPrice: number,
  packSize: number,
): number {
  const ofUnits = paiseToRupees(rupeesToPaise(unitPrice) * packSize)
  if (packPrice == null) return ofUnits
  const shares = [unitPriceOf(packPrice, packSize), unitMrpOrCostOf(packPrice, packSize)]
  return shares.includes(unitPrice) ? packPrice : ofUnits
}
