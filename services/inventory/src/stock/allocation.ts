import { aboveMrpText, type CommandBatch, dateInWords, lastReturnDay } from '@mms/contracts'
import {
  type AllocationRequest,
  type AllocationResult,
  findNamedBatch,
  isUnsellablePack,
  refusalOfScanned,
} from './allocation-request.ts'
import type { Batch, BatchShare } from './batch.ts'
import { findBatchBelowPrice, findBatchOfDate, findOpenBatch, isAboveMrp } from './batch-rules.ts'
import {
  byAge,
  byExpiry,
  canBeSold,
  type Refusal,
  refusalOf,
  refusalOfSale,
  stockOfBatches,
  takeAnyUnits,
  takeForSale,
  takeUnits,
} from './fefo.ts'
import type { Shelf } from './shelf.ts'

const noSuchBatch = (name: string) => refusalOf('batch_not_found', `${name} has no such batch`)

const dateOf = (date: string | null) => (date === null ? 'no expiry date' : dateInWords(date))

/** Refuses a price above the MRP of the batch, or of the medicine if the batch has none. */
function refusalOfPrice(
  { command, medicine, shelf }: AllocationRequest,
  shares: BatchShare[],
): Refusal | undefined {
  const { salePrice } = command
  if (salePrice === undefined) return undefined
  for (const { batchId } of shares) {
    const batch = shelf.find(batchId)
    const mrp = batch?.mrp ?? medicine.mrp ?? null
    if (mrp === null || salePrice <= mrp) continue
    const text = aboveMrpText(salePrice, { mrp, name: medicine.name, number: batch?.number })
    return refusalOf('above_mrp', text)
  }
  return undefined
}

function allocateSale(request: AllocationRequest, batch: Batch | undefined): AllocationResult {
  const { command, medicine, effect, shelf, day: today } = request
  const { name } = medicine
  const batches = shelf.list()
  if (!batch || command.batch?.scanned) {
    const refusal = refusalOfScanned(request, batch)
    if (refusal) return refusal
    const shares = takeForSale(batches, -effect, today, batch)
    if (!shares) return refusalOfSale(name, batches, today)
    return refusalOfPrice(request, shares) ?? { shares }
  }
  const shares = canBeSold(batch, today) && takeUnits([batch], -effect)
  if (!shares) {
    const { code, message } = refusalOfSale(`batch ${batch.number ?? 'unmarked'} of ${name}`, [batch], today)
    return { code, message: message.replace(/^batch/, 'Batch') }
  }
  const price = refusalOfPrice(request, shares)
  if (price) return price
  const first = batches.filter((one) => one.stock > 0 && canBeSold(one, today)).toSorted(byExpiry)[0]
  if (first === batch || command.batch?.reason) return { shares }
  return refusalOf(
    'not_first_to_expire',
    `Another batch of ${name} expires first. Give a reason to sell batch ${batch.number ?? 'unmarked'}`,
  )
}

const termsOf = ({ supplier, returnBy }: CommandBatch) => ({
  ...(supplier != null && { supplier }),
  ...(returnBy != null && { returnBy }),
})

export const aboveMrpMessage = (name: string, { number, mrp }: Batch): string =>
  `The price of ${name} cannot be above ₹${mrp?.toFixed(2)}, the MRP of its batch ${number ?? 'without a number'}`

/** Refuses expired packs unless the user confirmed them. */
function refusalOfExpired(
  { command, medicine, day }: AllocationRequest,
  expiryDate: string | null | undefined,
): Refusal | undefined {
  const { type, batch } = command
  if (type !== 'purchase' || batch?.acceptExpired || !expiryDate || expiryDate >= day) return undefined
  const which = batch?.number ? `Batch ${batch.number}` : 'Stock'
  return refusalOf(
    'batch_expired',
    `${which} of ${medicine.name} expired on ${dateInWords(expiryDate)} and cannot be received`,
  )
}

/**
 * Finds or adds a batch for units without a number. Units without a date join existing stock. If that has a price of
 * its own, such as a discount, they only take its date.
 */
function unnumberedBatch({ id, command, shelf, today, at }: AllocationRequest): Batch {
  const date = command.batch?.expiryDate
  const batches = shelf.list()
  const open = date === undefined ? findOpenBatch(batches, today) : undefined
  const expiryDate = date ?? open?.expiryDate ?? null
  const isOpen = date === undefined && (!open || open.unitPrice === null)
  const found = isOpen ? open : findBatchOfDate(batches, expiryDate)
  return found ?? shelf.add({ _id: id, number: null, expiryDate, createdAt: at })
}

function numberedBatch(request: AllocationRequest, number: string): Batch | Refusal {
  const { id, command, medicine, shelf, at } = request
  const { batch: named = {}, changes, costPrice } = command
  const found = findNamedBatch(shelf, { number })
  const existing = found?.isUndone ? undefined : found
  // Only a delivery may start over without a date.
  const dated = command.type === 'purchase' ? existing : found
  const expiryDate = named.expiryDate === undefined ? (dated?.expiryDate ?? null) : named.expiryDate
  const expired = refusalOfExpired(request, expiryDate)
  if (expired) return expired
  if (existing && existing.expiryDate !== expiryDate) {
    const dates = `${dateOf(existing.expiryDate)}, not ${dateOf(expiryDate)}`
    return refusalOf('batch_expiry', `Batch ${number} of ${medicine.name} is on record with ${dates}`)
  }
  const mrp = existing?.mrp ?? medicine.mrp ?? null
  if (existing && mrp !== null && named.mrp != null && named.mrp > mrp && !command.byAdmin)
    return refusalOf(
      'batch_mrp',
      `Only an administrator can raise the MRP of batch ${number} of ${medicine.name}`,
    )
  const prices = {
    unitPrice: named.unitPrice ?? existing?.unitPrice ?? null,
    mrp: named.mrp ?? existing?.mrp ?? null,
    packPrice: named.unitPrice === undefined ? existing?.packPrice : named.packPrice,
    packMrp: named.mrp === undefined ? existing?.packMrp : named.packMrp,
  }
  if (isAboveMrp(prices, { ...medicine, unitPrice: changes?.unitPrice ?? medicine.unitPrice })) {
    return refusalOf('batch_mrp', `Batch ${number} of ${medicine.name} would sell above its MRP`)
  }
  if (!existing) {
    const batch = { expiryDate, ...prices, ...termsOf(named), costPrice: costPrice ?? null }
    if (!found) return shelf.add({ _id: id, number, createdAt: at, ...batch })
    shelf.set(found, { supplier: null, returnBy: null, packCost: null, ...batch })
    return found
  }
  const isPriced = named.unitPrice !== undefined || named.mrp !== undefined
  const changed = { ...(isPriced && prices), ...termsOf(named) }
  if (Object.keys(changed).length > 0) shelf.set(existing, changed)
  return existing
}

function allocateTo(request: AllocationRequest, number: string | undefined): AllocationResult {
  const batch = number === undefined ? unnumberedBatch(request) : numberedBatch(request, number)
  return 'message' in batch ? batch : { shares: [{ batchId: batch._id, effect: request.effect }] }
}

function allocatePurchase(request: AllocationRequest): AllocationResult {
  const { command, medicine, shelf } = request
  const { _id, number } = command.batch ?? {}
  if (_id !== undefined) return noSuchBatch(medicine.name)
  const others = shelf.list().filter((one) => number === undefined || one.number !== number)
  const below = findBatchBelowPrice(others, command.changes?.unitPrice ?? 0)
  if (below) return refusalOf('batch_mrp', aboveMrpMessage(medicine.name, below))
  const expired = number === undefined && refusalOfExpired(request, command.batch?.expiryDate)
  if (expired) return expired
  // After all checks, because it adds a new batch to the shelf.
  return allocateTo(request, number)
}

/** Adds found units to the only possible batch; otherwise the command must name one. A batch on hold must be named. */
function allocateFoundUnits(request: AllocationRequest): AllocationResult {
  const { command, medicine, effect, shelf, today } = request
  if (command.batch) return allocatePurchase(request)
  const inStock = shelf.list().filter(({ stock }) => stock > 0)
  const available = inStock.filter(({ status }) => status === 'available')
  const good = available.filter((batch) => canBeSold(batch, today))
  const [batch, ...others] = good.length > 0 ? good : available
  const isLike = ({ number, expiryDate }: Batch) => number === null && expiryDate === batch?.expiryDate
  if (inStock.length === 0) return { shares: [{ batchId: unnumberedBatch(request)._id, effect }] }
  if (batch && (others.length === 0 || [batch, ...others].every(isLike))) {
    const { _id } = findBatchOfDate([batch, ...others], batch.expiryDate) ?? batch
    return { shares: [{ batchId: _id, effect }] }
  }
  const sentence = batch
    ? 'has several batches in stock. Choose the batch that the units are added to'
    : 'has only stock on hold. Choose the batch that the units found belong to'
  return refusalOf('batch_needed', `${medicine.name} ${sentence}`)
}

/**
 * Adds returned units of unknown origin to the batch that sells next. If no stock is sellable, the returned units may
 * be expired, too. Then they join the batch in stock that expires last, else the newest unnumbered batch.
 */
function allocateUnknownReturn(request: AllocationRequest): BatchShare[] {
  const { shelf, effect, today } = request
  const inStock = shelf.list().filter(({ stock }) => stock > 0)
  const [next] = inStock.filter((one) => canBeSold(one, today)).toSorted(byExpiry)
  const newest = shelf
    .list()
    .filter(({ number, isUndone }) => number === null && !isUndone)
    .toSorted(byAge)
    .at(-1)
  const batch = next ?? inStock.toSorted(byExpiry).at(-1) ?? newest ?? unnumberedBatch(request)
  return [{ batchId: batch._id, effect }]
}

/** Stock on hold can go back to the supplier at any time, other stock only within the return window. */
function refusalOfReturn(request: AllocationRequest, batch: Batch | undefined): Refusal | undefined {
  const { command, medicine, day } = request
  if (!command.batch?.toSupplier || !batch || batch.status !== 'available') return undefined
  const until = lastReturnDay(batch)
  if (until === null || day <= until) return undefined
  const which = `batch ${batch.number ?? 'without a number'} of ${medicine.name}`
  return refusalOf('return_window', `The supplier accepted returns of ${which} until ${dateInWords(until)}`)
}

/**
 * Takes in a scanned pack that cannot be sold. An unknown number gets its own batch. If its number is on record with a
 * later date, the pack joins unnumbered stock of its own date.
 */
function allocateUnsellablePack(request: AllocationRequest, existing: Batch | undefined): AllocationResult {
  return allocateTo(request, existing ? undefined : request.command.batch?.number)
}

/** Returns units to the batches that sold them, as far as these are known. */
function allocateReturn(request: AllocationRequest): AllocationResult {
  const { command, effect, shelf } = request
  const back = new Map<string, number>()
  let left = effect
  const known = (command.batch?.shares ?? []).filter(({ batchId }) => shelf.find(batchId))
  if (known.reduce((sum, { units }) => sum + units, 0) > effect)
    return refusalOf('batch_units', `The batches add up to more than the ${effect} units returned`)
  for (const { batchId, units } of known) {
    const taken = Math.min(left, units)
    if (taken > 0) back.set(batchId, (back.get(batchId) ?? 0) + taken)
    left -= taken
  }
  const rest = left > 0 ? allocateUnknownReturn({ ...request, effect: left }) : []
  for (const { batchId, effect: units } of rest) back.set(batchId, (back.get(batchId) ?? 0) + units)
  return { shares: [...back].map(([batchId, units]) => ({ batchId, effect: units })) }
}

const namesOne = (named: CommandBatch | undefined): named is CommandBatch =>
  named?._id !== undefined || named?.number !== undefined

/** Only administrators may adjust stock on hold. Everyone may write it off or return it to the supplier. */
function refusalOfHeld(request: AllocationRequest, batch: Batch | undefined): Refusal | undefined {
  const { command, medicine, effect, shelf } = request
  const { type, byAdmin } = command
  if (type !== 'adjustment' || byAdmin || command.batch?.toSupplier) return undefined
  const held = batch ? batch.status !== 'available' : effect < 0 && stockOfBatches(freeOf(shelf)) < -effect
  if (!held || (!batch && stockOfBatches(shelf.list()) < -effect)) return undefined
  const which = batch?.number ? `Batch ${batch.number}` : 'Stock'
  return refusalOf(
    'batch_held',
    `${which} of ${medicine.name} is on hold: only an administrator can adjust it`,
  )
}

const freeOf = (shelf: Shelf): Batch[] => shelf.list().filter(({ status }) => status === 'available')

export function allocateBatches(request: AllocationRequest): AllocationResult {
  const { command, medicine, effect, shelf } = request
  const { type, batch: named } = command
  if (type === 'purchase') return allocatePurchase(request)
  const batch = namesOne(named) ? findNamedBatch(shelf, named) : undefined
  if (effect > 0 && isUnsellablePack(request, batch)) return allocateUnsellablePack(request, batch)
  const held = refusalOfHeld(request, batch)
  if (held) return held
  // Found or returned units must not revive the date and prices of undone deliveries.
  if (batch?.isUndone && effect > 0 && named?._id === undefined) return allocateTo(request, named?.number)
  if (batch && effect > 0) return { shares: [{ batchId: batch._id, effect }] }
  if (type === 'adjustment' && effect > 0 && named?._id === undefined) return allocateFoundUnits(request)
  if (namesOne(named) && !batch && !named.scanned) return noSuchBatch(medicine.name)
  if (type === 'sale') return allocateSale(request, batch)
  if (effect > 0) return allocateReturn(request)
  const late = refusalOfReturn(request, batch)
  if (late) return late
  const shares = batch ? takeUnits([batch], -effect) : takeAnyUnits(shelf.list(), -effect)
  if (shares) return { shares }
  return refusalOf(
    'insufficient_stock',
    `Only ${batch?.stock ?? 0} units of ${medicine.name} are in that batch`,
  )
}

/** Gives back or takes the units of each batch of the original movement. */
export function allocateReversal(
  undone: BatchShare[],
  { medicine, shelf }: Pick<AllocationRequest, 'medicine' | 'shelf'>,
): AllocationResult {
  const shares = undone.map(({ batchId, effect }) => ({ batchId, effect: 0 - effect }))
  const short = shares.find(({ batchId, effect }) => (shelf.find(batchId)?.stock ?? 0) + effect < 0)
  if (!short) return { shares }
  const batch = shelf.find(short.batchId)
  const message = batch?.number
    ? `Only ${batch.stock} units of batch ${batch.number} of ${medicine.name} are in stock`
    : `Only ${batch?.stock ?? 0} units of ${medicine.name} are in stock`
  return refusalOf('insufficient_stock', message)
}
