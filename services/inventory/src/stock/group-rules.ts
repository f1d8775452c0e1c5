import {
  aboveMrpText,
  type GroupLine,
  type MedicineState,
  type Offer,
  packPaiseOf,
  paiseToRupees,
} from '@mms/contracts'
import type { Batch, BatchShare } from './batch.ts'
import { byExpiry, canBeSold, type Refusal, refusalOf, stockOfBatches, takeForSale } from './fefo.ts'

/** Refuses a line whose pack size or tax class has changed, because the bill's sums depend on both. */
export function refusalOfPack(
  line: GroupLine,
  { name, packSize, taxClass }: MedicineState,
): Refusal | undefined {
  if (line.packSize !== packSize)
    return refusalOf('pack_changed', `A pack of ${name} holds ${packSize} units now, not ${line.packSize}`)
  if (line.taxClass !== taxClass)
    return refusalOf('tax_class_changed', `The tax class of ${name} was changed`)
  return undefined
}

/** A line of a bill has one price and one expiry date, so it must come from one batch. */
export function refusalOfShares(
  line: GroupLine,
  medicine: MedicineState,
  batches: (Batch | undefined)[],
): Refusal | undefined {
  const { name } = medicine
  const [batch, ...others] = batches
  if (others.length > 0)
    return refusalOf(
      'several_batches',
      `${line.units} units of ${name} are in several batches: sell them as several lines`,
    )
  const { packPrice, packMrp } = packPaiseOf(medicine, batch)
  if (packMrp !== null && line.packPrice > packMrp) {
    const prices = { mrp: paiseToRupees(packMrp), name, number: batch?.number }
    return refusalOf('above_mrp', aboveMrpText(paiseToRupees(line.packPrice), prices))
  }
  return line.packPrice === packPrice && line.packMrp === packMrp
    ? undefined
    : refusalOf('price_changed', `The price of ${name} was changed`)
}

const sellableOf = (batches: Batch[], day: string): Batch[] =>
  batches.filter((batch) => batch.stock > 0 && canBeSold(batch, day)).toSorted(byExpiry)

export function offerOf(medicine: MedicineState, batches: Batch[], day: string): Offer {
  const sellable = sellableOf(batches, day)
  return {
    packSize: medicine.packSize,
    taxClass: medicine.taxClass,
    ...packPaiseOf(medicine),
    units: stockOfBatches(sellable),
    batches: sellable.map((batch) => ({
      _id: batch._id,
      number: batch.number,
      expiryDate: batch.expiryDate,
      units: batch.stock,
      ...packPaiseOf(medicine, batch),
    })),
  }
}

export interface HandedOverAllocation {
  /** Units of the named batch that cannot be sold, because it is on hold or expired. */
  writtenOff: number
  /** Units beyond the stock of all sellable batches. */
  found: number
  shares: BatchShare[]
}

/** Allocates goods that have left the shop: first from `named`, then in order of expiry. The rest counts as found. */
export function allocateHandedOver(
  units: number,
  batches: Batch[],
  named: Batch | undefined,
  day: string,
): HandedOverAllocation {
  const isSold = !named || canBeSold(named, day)
  const writtenOff = isSold ? 0 : Math.min(units, named.stock)
  const taken = Math.min(units - writtenOff, stockOfBatches(sellableOf(batches, day)))
  const shares = takeForSale(batches, taken, day, isSold ? named : undefined) ?? []
  return { writtenOff, found: units - taken, shares }
}
