import { createMedicineIndex } from '@mms/medicine-search'
import type { Random } from '@mms/service-kit/random'

export interface Sale {
  /** Typed or scanned text. */
  text: string
  isScan: boolean
  quantity: number
}

export interface Listed {
  _id: string
  name: string
  manufacturer: string
  category: string
  unitPrice: number
  barcode?: string | null
  currentStock: number
}

/** More than a session sells; other journeys leave sold out, expired and held stock. */
const ENOUGH = 100_000
export const isStocked = ({ currentStock }: Listed): boolean => currentStock > ENOUGH

/**
 * Texts that mean one medicine that is well in stock, however often each is sold: beginnings of names, words in another order. Where two fit
 * alike, the order follows what the store sells while the script runs, and no text could be expected to mean one.
 */
export function findTexts(medicines: readonly Listed[], count: number, random: Random): string[] {
  const rising = createMedicineIndex(medicines.map((medicine, at) => ({ ...medicine, sold: at })))
  const falling = createMedicineIndex(medicines.map((medicine, at) => ({ ...medicine, sold: -at })))
  const meant = (text: string) => {
    const one = rising.find(text, 1)
    const [found] = one.items
    return one.isSure && found && isStocked(found) && found._id === falling.find(text, 1).items[0]?._id
  }
  const stocked = medicines.filter(isStocked)
  const texts = new Set<string>()
  for (let tries = 0; texts.size < count && tries < 400; tries += 1) {
    const words = random.pick(stocked).name.toLowerCase().split(' ')
    const whole = words.join(' ')
    const orders = [
      ...Array.from({ length: 5 }, (_, at) => whole.slice(0, 3 + at)),
      words.slice(0, 2).toReversed().join(' '),
      whole,
    ]
    const text = orders.filter((order) => order.length >= 3 && order.trim() === order).find(meant)
    if (text) texts.add(text)
  }
  return [...texts]
}

/** Random sales by texts and codes. A quantity of 1 is not typed. */
export function writeScript(
  texts: readonly string[],
  barcodes: readonly string[],
  count: number,
  random: Random,
): Sale[] {
  return Array.from({ length: count }, () => {
    const isScan = barcodes.length > 0 && random.chance(0.25)
    return {
      text: random.pick(isScan ? barcodes : texts),
      isScan,
      quantity: random.int(1, 19),
    }
  })
}
