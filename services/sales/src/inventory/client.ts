import { type StockCommand, type StockOutcome, stockOutcomeSchema } from '@mms/contracts'
import { type ServiceKey, signServiceToken, type Trace, traceHeaders } from '@mms/service-kit'
import { Pool } from 'undici'
import { z } from 'zod'
import { type KnownMedicines, knownMedicinesSchema } from './known-medicine.ts'

/** Inventory gave no outcome; it may or may not have acted. Ask again with the same id. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError'
}

/**
 * Inventory gave a final answer, and not one that this release knows. It will say the same again, until
 * another release of one of the two runs, or a person has seen to it.
 */
export class NotUnderstoodError extends OutcomeUnknownError {
  override name = 'NotUnderstoodError'
}

class StatusError extends Error {
  override name = 'StatusError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Refusals that are about the moment or the keys of services, not about the command. */
const passing = new Set([401, 403, 408, 421, 425, 429])
const isFinal = (status: number) => status >= 400 && status < 500 && !passing.has(status)

export interface InventoryOptions {
  /** `http://127.0.0.1:5002` */
  url: string
  serviceKey: ServiceKey
  /** How long a command may take in all. */
  timeoutMs: number
}

interface Call {
  method: 'GET' | 'PUT' | 'POST'
  path: string
  body?: unknown
  trace?: Trace | undefined
  timeoutMs: number
  /** Ends a read: the process stops. */
  signal?: AbortSignal | undefined
}

/** A line of inventory's ledger, as far as it is compared: of a type that this release need not know. */
const lineSchema = z.object({
  _id: z.uuid(),
  medicineId: z.uuid(),
  version: z.int(),
  type: z.string(),
  change: z.int(),
  balanceAfter: z.int(),
  commanded: z.boolean().optional(),
})
export type LedgerLine = z.output<typeof lineSchema>

const CONNECTIONS = 64
/** Reads of whole pages may take longer than a command at the counter. */
const READ_TIMEOUT_MS = 10_000
/** Half the life of a service token. */
const TOKEN_REUSE_MS = 30_000

function tokens(serviceKey: ServiceKey): () => string {
  let token = ''
  let signedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - signedAt > TOKEN_REUSE_MS) {
      token = signServiceToken('sales', serviceKey)
      signedAt = performance.now()
    }
    return token
  }
}

/** Inventory as sales sees it: idempotent commands, and what the reconciler and the read model read. */
export function createInventoryClient({ url, serviceKey, timeoutMs }: InventoryOptions) {
  const pool = new Pool(url, { connections: CONNECTIONS })
  const token = tokens(serviceKey)

  async function sendWithin(call: Call, signal: AbortSignal): Promise<unknown> {
    const { statusCode, body } = await pool.request({
      method: call.method,
      path: call.path,
      headers: {
        authorization: `Bearer ${token()}`,
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(call.trace && traceHeaders(call.trace)),
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal,
    })
    const text = await body.text()
    if (statusCode === 200) return JSON.parse(text)
    if (statusCode === 404 && call.method === 'GET') return null
    throw new StatusError(statusCode, `${call.method} ${call.path} answered ${statusCode}: ${text}`)
  }

  async function send(call: Call): Promise<unknown> {
    // Not AbortSignal.timeout: its timer outlives the call, and there are hundreds of calls a second.
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(new Error('no answer in time')), call.timeoutMs)
    try {
      const { signal } = deadline
      return await sendWithin(call, call.signal ? AbortSignal.any([signal, call.signal]) : signal)
    } finally {
      clearTimeout(timer)
    }
  }

  const read = async <T extends z.ZodType>(path: string, schema: T, signal?: AbortSignal) =>
    schema.parse(await send({ method: 'GET', path, timeoutMs: READ_TIMEOUT_MS, signal })) as z.output<T>

  const learn = async (call: Omit<Call, 'timeoutMs'>): Promise<StockOutcome> => {
    const answer = await send({ ...call, timeoutMs }).catch((cause: Error) => {
      if (cause instanceof StatusError && isFinal(cause.status)) throw new NotUnderstoodError(cause.message)
      throw new OutcomeUnknownError(`No outcome from inventory: ${cause.message}`, { cause })
    })
    const outcome = stockOutcomeSchema.safeParse(answer)
    if (outcome.success) return outcome.data
    throw new NotUnderstoodError(`${call.method} ${call.path} answered ${JSON.stringify(answer)}`)
  }

  return {
    /** The one outcome of the command of this id. Throws `OutcomeUnknownError` or `NotUnderstoodError`. */
    apply: (id: string, command: StockCommand, trace?: Trace) =>
      learn({ method: 'PUT', path: `/internal/movements/${id}`, body: command, trace }),
    /** Makes sure that the command never has an effect, or learns the one it had. Throws as `apply` does. */
    cancel: (id: string, trace?: Trace) =>
      learn({ method: 'POST', path: `/internal/movements/${id}/cancellation`, trace }),
    /** A page of all medicines; `after` is the `next` of the page before. */
    snapshot: (after?: string | null, signal?: AbortSignal): Promise<KnownMedicines> =>
      read(
        `/internal/medicines?${new URLSearchParams({ limit: '500', ...(after && { after }) })}`,
        knownMedicinesSchema,
        signal,
      ),
    /** A page of a medicine's movements below the version `before`, newest first; none of an unknown one. */
    movements: (medicineId: string, before: number, signal?: AbortSignal): Promise<LedgerLine[]> =>
      read(
        `/internal/medicines/${medicineId}/movements?before=${before}`,
        z.array(lineSchema).nullable(),
        signal,
      ).then((page) => page ?? []),
    close: () => pool.close(),
  }
}
export type Inventory = ReturnType<typeof createInventoryClient>
