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

/** Loose, so that new fields and values of later releases do not stop the projection. */
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

/** Inventory may or may not have acted. Ask again with the same id. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError'
}

/** A final refusal that this release does not understand. Only another release or a person can resolve it. */
export class NotUnderstoodError extends OutcomeUnknownError {
  override name = 'NotUnderstoodError'
}

/** Statuses that say nothing about the command: they come from overload, wrong keys or bad timing. */
const passing = new Set([401, 403, 408, 421, 425, 429])
const isFinal = (status: number) => status >= 400 && status < 500 && !passing.has(status)

/** `type` is not validated, because a later release may add types. */
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

/** Calls inventory: idempotent commands, which time out after `timeoutMs`, and reads for the reconciliation. */
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
     * Executes a transaction's command once. A purchase also sends its unit cost. Throws `OutcomeUnknownError` or
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
    /** Moves all lines of a bill or none. Throws like `apply`. */
    moveGroup: (id: string, body: MovementGroup, trace?: Trace): Promise<GroupOutcome> =>
      request({ method: 'PUT', path: `/internal/movement-groups/${id}`, body, trace }, groupOutcomeSchema),
    /** Prevents the command from having an effect, or returns the outcome it already had. Throws like `apply`. */
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
