import {
  type CommandBatch,
  paiseToRupees,
  type StockCommand,
  type StockOutcome,
  stockOutcomeSchema,
} from '@mms/contracts'
import {
  readSnapshotPage,
  type ServiceCall,
  type ServiceClient,
  ServiceStatusError,
  type Trace,
} from '@mms/service-kit'
import { z } from 'zod'
import { medicineSchema } from './medicine.ts'

/** Inventory gave no outcome; it may or may not have acted. Ask again with the same id. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError'
}

/** A final answer that this release does not know. It stays the same until another release runs or a person has seen to it. */
export class NotUnderstoodError extends OutcomeUnknownError {
  override name = 'NotUnderstoodError'
}

/** Refusals that are about the moment or the keys of services, not about the command. */
const passing = new Set([401, 403, 408, 421, 425, 429])
const isFinal = (status: number) => status >= 400 && status < 500 && !passing.has(status)

/** A line of inventory's ledger, as far as it is compared: of a type that this release need not know. */
const lineSchema = z.object({
  _id: z.uuid(),
  medicineId: z.uuid(),
  version: z.int(),
  type: z.string(),
  change: z.int(),
  balanceAfter: z.int(),
  commanded: z.boolean(),
})
export type LedgerLine = z.output<typeof lineSchema>
const linesSchema = z.array(lineSchema)

const medicinesSource = { path: '/internal/medicines', rows: 'medicines', schema: medicineSchema }

/** What inventory learns of a transaction beside its command. */
interface Commanded {
  id: string
  unitPricePaise: number
  batch: CommandBatch | null
}

/** Inventory as sales sees it: idempotent commands, which take `timeoutMs` at most, and what the reconciler reads. */
export function createInventoryClient(client: ServiceClient, { timeoutMs }: { timeoutMs: number }) {
  const learn = async (call: ServiceCall): Promise<StockOutcome> => {
    const answer = await client.send({ ...call, timeoutMs }).catch((cause: Error) => {
      if (cause instanceof ServiceStatusError && isFinal(cause.status))
        throw new NotUnderstoodError(cause.message)
      throw new OutcomeUnknownError(`No outcome from inventory: ${cause.message}`, { cause })
    })
    if (answer === undefined) throw new OutcomeUnknownError('No outcome from inventory: an empty answer')
    const outcome = stockOutcomeSchema.safeParse(answer)
    if (outcome.success) return outcome.data
    throw new NotUnderstoodError(`${call.method} ${call.path} answered ${JSON.stringify(answer)}`)
  }

  return {
    /** The one outcome of the command of a transaction; its price is what a unit of a purchase cost. Throws `OutcomeUnknownError` or `NotUnderstoodError`. */
    apply: ({ id, unitPricePaise, batch }: Commanded, command: StockCommand, trace?: Trace) => {
      const isBought = command.type === 'purchase' && !command.reverses && unitPricePaise > 0
      const body = {
        ...command,
        ...(isBought && { costPrice: paiseToRupees(unitPricePaise) }),
        ...(batch && { batch }),
      }
      return learn({ method: 'PUT', path: `/internal/movements/${id}`, body, trace })
    },
    /** Makes sure that the command never has an effect, or learns the one it had. Throws as `apply` does. */
    cancel: (id: string, trace?: Trace) =>
      learn({ method: 'POST', path: `/internal/movements/${id}/cancellation`, trace }),
    /** A page of all medicines; `after` is the `next` of the page before. */
    snapshot: (after?: string | null, signal?: AbortSignal) =>
      readSnapshotPage(client, medicinesSource, after, signal),
    /** A page of a medicine's movements below the version `before`, newest first; none of an unknown one. */
    movements: async (medicineId: string, before: number, signal?: AbortSignal): Promise<LedgerLine[]> =>
      (await client.find(`/internal/medicines/${medicineId}/movements?before=${before}`, linesSchema, {
        signal,
      })) ?? [],
  }
}
export type Inventory = ReturnType<typeof createInventoryClient>
