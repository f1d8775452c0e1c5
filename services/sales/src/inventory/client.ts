import {
  type CommandBatch,
  type GroupOutcome,
  groupOutcomeSchema,
  type MovementGroup,
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

/** Loose, so that words and fields of later releases do not stop the projection. */
export const medicineSchema = z.looseObject({
  _id: z.uuid(),
  version: z.int(),
  stockVersion: z.int(),
  currentStock: z.int(),
  countedSince: z.int().nullish(),
  unitsTimes: z.int().nullish(),
  name: z.string(),
  category: z.string().catch(''),
})
export type InventoryMedicine = z.output<typeof medicineSchema>

/** The outcome is unknown: inventory may or may not have acted. Ask again with the same id. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError'
}

/** A final answer that this release does not understand; only another release or a person can resolve it. */
export class NotUnderstoodError extends OutcomeUnknownError {
  override name = 'NotUnderstoodError'
}

/** Refusals that concern the moment or the service keys, not the command. */
const passing = new Set([401, 403, 408, 421, 425, 429])
const isFinal = (status: number) => status >= 400 && status < 500 && !passing.has(status)

/** Types are not validated, because this release need not know them all. */
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

interface Commanded {
  id: string
  unitPricePaise: number
  batch: CommandBatch | null
  packSize: number | null
}

/** Calls of inventory: idempotent commands, limited to `timeoutMs`, and reads for the reconciler. */
export function createInventoryClient(client: ServiceClient, { timeoutMs }: { timeoutMs: number }) {
  const request = async <Outcome>(call: ServiceCall, schema: z.ZodType<Outcome>): Promise<Outcome> => {
    const answer = await client.send({ ...call, timeoutMs }).catch((cause: Error) => {
      if (cause instanceof ServiceStatusError && isFinal(cause.status))
        throw new NotUnderstoodError(cause.message)
      throw new OutcomeUnknownError(`No outcome from inventory: ${cause.message}`, { cause })
    })
    if (answer === undefined) throw new OutcomeUnknownError('No outcome from inventory: an empty answer')
    const outcome = schema.safeParse(answer)
    if (outcome.success) return outcome.data
    throw new NotUnderstoodError(`${call.method} ${call.path} answered ${JSON.stringify(answer)}`)
  }
  const requestOutcome = (call: ServiceCall): Promise<StockOutcome> => request(call, stockOutcomeSchema)

  return {
    /**
     * Executes a transaction's command once; the price is a purchase's unit cost. Throws `OutcomeUnknownError` or
     * `NotUnderstoodError`.
     */
    apply: ({ id, unitPricePaise, batch, packSize }: Commanded, command: StockCommand, trace?: Trace) => {
      const isBought = command.type === 'purchase' && !command.reverses && unitPricePaise > 0
      const body = {
        ...command,
        ...(isBought && { costPrice: paiseToRupees(unitPricePaise) }),
        ...(batch && { batch }),
      }
      const headers = packSize === null ? undefined : { 'Pack-Size': String(packSize) }
      return requestOutcome({ method: 'PUT', path: `/internal/movements/${id}`, body, headers, trace })
    },
    /** Moves all lines of a bill or none. Throws as `apply` does. */
    moveGroup: (id: string, body: MovementGroup, trace?: Trace): Promise<GroupOutcome> =>
      request({ method: 'PUT', path: `/internal/movement-groups/${id}`, body, trace }, groupOutcomeSchema),
    /** Prevents the command from having an effect, or returns the outcome it had. Throws as `apply` does. */
    cancel: (id: string, trace?: Trace) =>
      requestOutcome({ method: 'POST', path: `/internal/movements/${id}/cancellation`, trace }),
    snapshot: (after?: string | null, signal?: AbortSignal) =>
      readSnapshotPage(client, medicinesSource, after, signal),
    movements: async (medicineId: string, before: number, signal?: AbortSignal): Promise<LedgerLine[]> =>
      (await client.find(`/internal/medicines/${medicineId}/movements?before=${before}`, linesSchema, {
        signal,
      })) ?? [],
  }
}
export type Inventory = ReturnType<typeof createInventoryClient>
