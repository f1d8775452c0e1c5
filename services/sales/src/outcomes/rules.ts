import {
  type PriceRestoration,
  paiseToRupees,
  type ShownRestoration,
  type StockCommand,
  type StockOutcome,
} from '@mms/contracts'
import type { TransactionRecord } from '../transactions/rules.ts'

export function buildCommand(record: TransactionRecord): StockCommand {
  const { medicineId, type, quantity, direction, reverses, createdBy, unitPricePaise, billId } = record
  // A billed line's unit price is rounded and may exceed the MRP. The bill's own price was checked.
  const isPriced = type === 'sale' && !reverses && !billId
  return {
    medicineId,
    type,
    quantity,
    direction: direction ?? 'increase',
    ...(reverses && { reverses }),
    ...(isPriced && { salePrice: paiseToRupees(unitPricePaise) }),
    actorId: createdBy,
  }
}

/** The stored command, so that a retry by another release sends the same one. */
export function storedCommandOf(record: TransactionRecord): StockCommand {
  return record.command ?? buildCommand(record)
}

type Restored = NonNullable<PriceRestoration[keyof PriceRestoration]>

function show<Value extends Restored>({ setBy, ...value }: Value) {
  return { ...value, ...(setBy?.name && { changedBy: setBy.name }) }
}

/** Null if no price changed. Restored cost prices are not shown. */
function toShownRestoration({ unitPrice }: PriceRestoration = {}): ShownRestoration | null {
  return unitPrice ? { unitPrice: show(unitPrice) } : null
}

/** Adds the name of the user whose later transaction set the price; inventory does not know it. */
export async function addSetterNames(
  outcome: StockOutcome,
  findName: (transactionId: string) => Promise<string | null | undefined>,
): Promise<StockOutcome> {
  if (outcome.outcome !== 'applied' || !outcome.restoration) return outcome
  const setBy = outcome.restoration.unitPrice?.setBy
  if (setBy?.movementId && !setBy.name) setBy.name = (await findName(setBy.movementId)) ?? null
  return outcome
}

/** Lengths of the columns. A longer refusal could not be stored, so its transaction would stay pending for ever. */
const MAX_CODE = 80
const MAX_REASON = 500

export function withOutcome(record: TransactionRecord, outcome: StockOutcome): TransactionRecord {
  const final = { ...record, nextAttemptAt: null, stuckSince: null, stuckReason: null }
  switch (outcome.outcome) {
    case 'applied': {
      const { version, balanceAfter, lines } = outcome
      const restoration = toShownRestoration(outcome.restoration)
      return { ...final, status: 'completed', movementVersion: version, balanceAfter, restoration, lines }
    }
    case 'rejected': {
      const [reasonCode, reason] = [outcome.code.slice(0, MAX_CODE), outcome.message.slice(0, MAX_REASON)]
      return { ...final, status: 'rejected', reasonCode, reason }
    }
    case 'cancelled':
      return { ...final, status: 'cancelled', cancelledAt: new Date() }
  }
}

/** Audit entry for a sale of stock that had expired before the sale arrived; undefined for other sales. */
export function soldAfterExpiry(record: TransactionRecord, today: string) {
  const { type, reverses, lines, createdAt, recordedAt } = record
  if (type !== 'sale' || reverses || !recordedAt) return undefined
  const expired = (lines ?? []).filter(({ expiryDate }) => expiryDate !== null && expiryDate < today)
  if (expired.length === 0) return undefined
  return {
    madeAt: createdAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
    batches: expired
      .map(({ number, expiryDate }) => `${number ?? 'without a number'}, expired ${expiryDate}`)
      .join('; '),
  }
}

/** Audit values of warnings that nobody confirmed, with the usual values; undefined if there are none. */
export function unconfirmedWarnings({ confirmed, reverses }: TransactionRecord) {
  const unasked = confirmed.filter((question) => question.unasked)
  if (reverses || unasked.length === 0) return undefined
  return {
    before: Object.fromEntries(unasked.map(({ code, compared }) => [code, compared])),
    after: Object.fromEntries(unasked.map(({ code, value }) => [code, value])),
  }
}

export function markStuck(record: TransactionRecord, reason: string): TransactionRecord {
  return { ...record, stuckSince: record.stuckSince ?? new Date(), stuckReason: reason.slice(0, MAX_REASON) }
}

const FIRST_BACKOFF_MS = 250
export const LONGEST_BACKOFF_MS = 4_000

/** Stuck transactions need a person or another release, so they are retried rarely. */
export const STUCK_BACKOFF_MS = 900_000

/** Exponential backoff with jitter, so that replicas spread. */
export function nextRetryAt({
  attempts,
  stuckSince = null,
}: {
  attempts: number
  stuckSince?: Date | null
}): Date {
  const backoff = stuckSince
    ? STUCK_BACKOFF_MS
    : Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempts, 10))
  return new Date(Date.now() + backoff * (0.5 + Math.random() / 2))
}
