/** Separate from `packs.ts`, because fewer pages load this. */
import { rupeesToPaise } from '../fields/paise.ts'
import { packPriceOf } from './packs.ts'

interface UnitPrices {
  unitPrice: number | null
  mrp?: number | null | undefined
}
type PackPrices = Partial<Record<'packPrice' | 'packMrp', number | null | undefined>> & {
  packSize?: number | undefined
}

/** Returns price and MRP of a pack in paise. A batch's own prices take precedence. */
export function packPaiseOf(
  medicine: UnitPrices & PackPrices,
  batch?: UnitPrices & PackPrices,
): { packPrice: number; packMrp: number | null } {
  const { packSize = 1, packPrice, packMrp } = medicine
  const paiseOf = (ofPack: number | null | undefined, ofUnit: number) =>
    rupeesToPaise(packPriceOf(ofPack, ofUnit, packSize))
  const mrp = batch?.mrp ?? medicine.mrp ?? null
  return {
    packPrice: paiseOf(
      (batch?.unitPrice == null ? null : batch.packPrice) ?? packPrice,
      batch?.unitPrice ?? medicine.unitPrice ?? 0,
    ),
    packMrp: mrp === null ? null : paiseOf((batch?.mrp == null ? null : batch.packMrp) ?? packMrp, mrp),
  }
}

/** Units of a typed quantity: `2` packs, `.4` loose units, `2.4` both. Null if invalid, or loose in packs of one. */
export function readTypedUnits(text: string, packSize: number): number | null {
  const [, packs = '', loose] = /^(\d*)(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (packs === '' && loose === undefined) return null
  if (loose !== undefined && packSize === 1) return null
  const units = Number(packs) * packSize + Number(loose ?? 0)
  return Number.isSafeInteger(units) && units > 0 ? units : null
}
