import { type CommandBatch, dateInWords, lastReturnDay, type StockCommand } from '@mms/contracts'
import { v7 } from 'uuid'
import {
  type Batch,
  batchBelowPrice,
  byExpiry,
  canBeSold,
  emptyBatch,
  isAboveMrp,
  refusalOfSale,
  type Share,
  take,
  takeAny,
  takeForSale,
} from './rules.ts'
import type { Shelf } from './shelf.ts'

interface Refusal {
  code: string
  message: string
}

export type Choice = { shares: Share[] } | Refusal

interface Asked {
  command: StockCommand
  /** The batch that it names. */
  named: CommandBatch | undefined
  /** What a unit of a purchase cost, in rupees. */
  costPrice: number | undefined
  medicine: { _id: string; name: string; unitPrice: number; mrp?: number | null | undefined }
  effect: number
  shelf: Shelf
  /** The store's date of the command. */
  today: string
  at: string
}

const refuse = (code: string, message: string): Refusal => ({ code: `inventory.${code}`, message })

const noSuchBatch = (name: string) => refuse('batch_not_found', `${name} has no such batch`)

const dateOf = (date: string | null) => (date === null ? 'no expiry date' : dateInWords(date))

const findNamed = (shelf: Shelf, { _id, number }: CommandBatch): Batch | undefined =>
  shelf.list().find((batch) => (_id === undefined ? batch.number === number : batch._id === _id))

function chooseForSale({ named, medicine, effect, shelf, today }: Asked, batch: Batch | undefined): Choice {
  const { name } = medicine
  const batches = shelf.list()
  if (!batch) {
    const shares = takeForSale(batches, -effect, today)
    return shares ? { shares } : refusalOfSale(name, batches, today)
  }
  const shares = canBeSold(batch, today) && take([batch], -effect)
  if (!shares) {
    const { code, message } = refusalOfSale(`batch ${batch.number ?? 'unmarked'} of ${name}`, [batch], today)
    return { code, message: message.replace(/^batch/, 'Batch') }
  }
  const first = batches.filter((one) => one.stock > 0 && canBeSold(one, today)).toSorted(byExpiry)[0]
  if (first === batch || named?.reason) return { shares }
  return refuse(
    'not_first_to_expire',
    `Another batch of ${name} expires first: give a reason to sell batch ${batch.number ?? 'unmarked'}`,
  )
}

const ofDelivery = ({ supplier = null, returnBy = null }: CommandBatch) => ({ supplier, returnBy })

/** Why the price of a medicine cannot be set: the batch is sold at it. */
export const aboveMrpOf = (name: string, { number, mrp }: Batch): string =>
  `The price of ${name} cannot be above ₹${mrp?.toFixed(2)}, the MRP of its batch ${number ?? 'without a number'}`

/** The batch of a purchase, which it may be the first of. */
function chooseForPurchase({ command, named, costPrice, medicine, effect, shelf, today, at }: Asked): Choice {
  if (!named) {
    const below = batchBelowPrice(shelf.list(), command.changes?.unitPrice ?? 0)
    if (below) return refuse('batch_mrp', aboveMrpOf(medicine.name, below))
    return { shares: [{ batchId: medicine._id, effect }] }
  }
  const { number, _id: id } = named
  if (!number) {
    const batch = id && shelf.find(id)
    return batch ? { shares: [{ batchId: batch._id, effect }] } : noSuchBatch(medicine.name)
  }
  const there = findNamed(shelf, { number })
  const givenDate = named.expiryDate === undefined ? command.changes?.expiryDate : named.expiryDate
  const expiryDate = givenDate === undefined ? (there?.expiryDate ?? null) : givenDate
  if (expiryDate !== null && expiryDate < today && !named.acceptExpired) {
    return refuse(
      'batch_expired',
      `Batch ${number} of ${medicine.name} expired on ${dateInWords(expiryDate)} and cannot be received`,
    )
  }
  if (there && there.expiryDate !== expiryDate) {
    const dates = `${dateOf(there.expiryDate)}, not ${dateOf(expiryDate)}`
    return refuse('batch_expiry', `Batch ${number} of ${medicine.name} is on record with ${dates}`)
  }
  const prices = {
    unitPrice: named.unitPrice ?? there?.unitPrice ?? null,
    mrp: named.mrp ?? there?.mrp ?? null,
  }
  if (isAboveMrp(prices, { ...medicine, unitPrice: command.changes?.unitPrice ?? medicine.unitPrice })) {
    return refuse('batch_mrp', `Batch ${number} of ${medicine.name} would sell above its MRP`)
  }
  const below = batchBelowPrice(
    shelf.list().filter((batch) => batch !== there),
    command.changes?.unitPrice ?? 0,
  )
  if (below) return refuse('batch_mrp', aboveMrpOf(medicine.name, below))
  const _id = there?._id ?? v7()
  if (!there) {
    const empty = emptyBatch({ _id, medicineId: medicine._id, number, expiryDate, createdAt: at })
    shelf.add({ ...empty, ...prices, ...ofDelivery(named), costPrice: costPrice ?? null })
  } else if (named.unitPrice !== undefined || named.mrp !== undefined) {
    shelf.set(there, prices)
  }
  return { shares: [{ batchId: _id, effect }] }
}

/** What was found is of the one batch in stock; of several it has to be said which. */
function chooseForFound(asked: Asked): Choice {
  const inStock = asked.shelf.list().filter(({ stock }) => stock > 0)
  if (inStock.length < 2) return { shares: chooseForIncrease(asked) }
  const sentence = 'has several batches in stock: say to which one the units are added'
  return refuse('batch_needed', `${asked.medicine.name} ${sentence}`)
}

/** What came back, or was found: to the batch that sells next, and where none does, to the newest. */
function chooseForIncrease({ medicine, effect, shelf, today }: Asked): Share[] {
  const batches = shelf.list()
  const next = batches.filter((one) => one.stock > 0 && canBeSold(one, today)).toSorted(byExpiry)[0]
  const kept = batches
    .filter(({ stock }) => stock > 0)
    .toSorted(byExpiry)
    .at(-1)
  return [{ batchId: (next ?? kept)?._id ?? medicine._id, effect }]
}

/** Stock that is held goes back whenever its supplier takes it; other stock within the window. */
function refusalOfReturn({ named, medicine, today }: Asked, batch: Batch | undefined): Refusal | undefined {
  if (!named?.toSupplier || !batch || batch.status !== 'available') return undefined
  const until = lastReturnDay(batch)
  if (until === null || today <= until) return undefined
  const which = `batch ${batch.number ?? 'without a number'} of ${medicine.name}`
  return refuse('return_window', `The supplier took ${which} back until ${dateInWords(until)}`)
}

/** A return goes back to the batches that sold it, as far as they are there and it is known. */
function chooseForReturn(asked: Asked): Choice {
  const { named, effect, shelf } = asked
  const back = new Map<string, number>()
  let left = effect
  const given = (named?.shares ?? []).filter(({ batchId }) => shelf.find(batchId))
  if (given.reduce((sum, { units }) => sum + units, 0) > effect)
    return refuse('batch_units', `The units of the batches are more than the ${effect} that come back`)
  for (const { batchId, units } of given) {
    const taken = Math.min(left, units)
    if (taken > 0) back.set(batchId, (back.get(batchId) ?? 0) + taken)
    left -= taken
  }
  const rest = left > 0 ? chooseForIncrease({ ...asked, effect: left }) : []
  for (const { batchId, effect: units } of rest) back.set(batchId, (back.get(batchId) ?? 0) + units)
  return { shares: [...back].map(([batchId, units]) => ({ batchId, effect: units })) }
}

/** Of which batches a command moves stock, or why it may not. */
export function chooseBatches(asked: Asked): Choice {
  const { command, named, medicine, effect, shelf } = asked
  if (command.type === 'purchase') return chooseForPurchase(asked)
  if (command.type === 'return' && named?.shares) return chooseForReturn(asked)
  const batch = named && findNamed(shelf, named)
  if (named && !batch) return noSuchBatch(medicine.name)
  if (command.type === 'sale') return chooseForSale(asked, batch)
  if (batch && effect > 0) return { shares: [{ batchId: batch._id, effect }] }
  if (command.type === 'adjustment' && effect > 0) return chooseForFound(asked)
  if (effect > 0) return { shares: chooseForIncrease(asked) }
  const late = refusalOfReturn(asked, batch)
  if (late) return late
  const shares = batch ? take([batch], -effect) : takeAny(shelf.list(), -effect)
  if (shares) return { shares }
  return refuse('insufficient_stock', `Only ${batch?.stock ?? 0} units of ${medicine.name} are in that batch`)
}

/** What undoes a movement gives back to its batches, or takes from them again. */
export function chooseForReversal(
  undone: Share[],
  { medicine, shelf }: Pick<Asked, 'medicine' | 'shelf'>,
): Choice {
  const shares = undone.map(({ batchId, effect }) => ({ batchId, effect: 0 - effect }))
  const short = shares.find(({ batchId, effect }) => (shelf.find(batchId)?.stock ?? 0) + effect < 0)
  if (!short) return { shares }
  const batch = shelf.find(short.batchId)
  const message = batch?.number
    ? `Only ${batch.stock} units of batch ${batch.number} of ${medicine.name} are in stock`
    : `Only ${batch?.stock ?? 0} units of ${medicine.name} are in stock`
  return refuse('insufficient_stock', message)
}
