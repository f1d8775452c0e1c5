/** No schemas: browsers show packs without loading zod. Prices in rupees. */
import { paiseToRupees, rupeesToPaise } from '../fields/paise.ts'

export const MAX_PACK_SIZE = 1_000

/** Words and their plurals. */
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

/** A medicine without an entered pack, or from release 0.3. 3004 is the HSN code of packed medicines. */
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

/** *1 strip*, *12 strips*. */
export const countText = (count: number, word: string): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? word : pluralOf(word)}`

/** *12 strips + 4*, *12 strips* or *4 tablets*. */
export function packText(units: number, pack: Partial<Pack>): string {
  const { packSize, packWord, unitWord } = { ...defaultPack, ...pack }
  const packs = Math.floor(units / packSize)
  const loose = units % packSize
  if (packs === 0) return countText(loose, unitWord)
  return loose === 0 ? countText(packs, packWord) : `${countText(packs, packWord)} + ${loose}`
}

/** Rounded down, so that no part of a pack costs more than its share. */
export function unitPriceOf(packPrice: number, packSize: number): number {
  return paiseToRupees(Math.floor(rupeesToPaise(packPrice) / packSize))
}

/** The MRP or cost of a unit. It is at least one paisa, because inventory stores none for *unknown*. */
export const unitShareOf = (packPrice: number, packSize: number): number =>
  unitPriceOf(packPrice, packSize) || 0.01

/** The stored pack price, unless the unit price was changed without it. */
export function packPriceOf(
  packPrice: number | null | undefined,
  unitPrice: number,
  packSize: number,
): number {
  const ofUnits = paiseToRupees(rupeesToPaise(unitPrice) * packSize)
  if (packPrice == null) return ofUnits
  const shares = [unitPriceOf(packPrice, packSize), unitShareOf(packPrice, packSize)]
  return shares.includes(unitPrice) ? packPrice : ofUnits
}
