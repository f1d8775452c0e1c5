import {
  createMedicineSchema,
  type GroupLine,
  type GroupOutcome,
  MAX_PRICE,
  MAX_QUANTITY,
  type MedicineState,
  type MovedLine,
  type MovementGroup,
  packPaiseOf,
  paiseToRupees,
  type RefusedLine,
  type StockCommand,
} from '@mms/contracts'
import {
  createBatcher,
  failpoint,
  isDatabaseUnavailable,
  isLockWait,
  type StoreClock,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { newMedicine } from '../medicines/rules.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { findNamedBatch } from './allocation-request.ts'
import type { BatchShare } from './batch.ts'
import { findOpenBatch } from './batch-rules.ts'
import { createShelfStore } from './batch-store.ts'
import { conversionFactorOf, unknownMedicine } from './command-rules.ts'
import { createCommandStore, type StoredOutcome } from './command-store.ts'
import { createDecisions } from './decisions.ts'
import {
  type AppliedCommand,
  allocateCommand,
  applyAllocation,
  type CommandContext,
  type CommandRequest,
  type ExecutorOptions,
  storeDayOf,
} from './executor.ts'
import type { Refusal } from './fefo.ts'
import { allocateHandedOver, offerOf, refusalOfPack, refusalOfShares } from './group-rules.ts'
import { createLedger, type StockMove } from './ledger.ts'
import { createShelf, type Shelf } from './shelf.ts'

const failpoints = {
  received: 'inventory.group.received',
  written: 'inventory.group.written',
  committed: 'inventory.group.committed',
}

/** Sales resends booked bills after a restore, with `handedOver` or `madeAt`, so `fingerprint` ignores both. */
export interface GroupRequest {
  id: string
  group: MovementGroup
  callerId: string
  fingerprint: string
}

interface GroupContext extends CommandContext {
  request: GroupRequest
  day: string
}

const commandOf = (line: GroupLine, { group, callerId, fingerprint }: GroupRequest): CommandRequest => ({
  id: line._id,
  callerId,
  fingerprint,
  command: {
    medicineId: line.medicineId,
    type: 'sale',
    quantity: line.units,
    direction: 'decrease',
    actorId: group.actorId,
    madeAt: group.madeAt,
    batch: line.batch,
  },
})

interface DecidedLine {
  applied: AppliedCommand[]
  found: number
  writtenOff: number
}

async function sellLine(
  line: GroupLine,
  medicine: MedicineState,
  context: GroupContext,
): Promise<DecidedLine | Refusal> {
  const pack = refusalOfPack(line, medicine)
  if (pack) return pack
  const command = commandOf(line, context.request)
  const allocation = await allocateCommand(command, context)
  if ('code' in allocation) return allocation
  const { shelf, shares } = allocation
  const refusal = refusalOfShares(
    line,
    medicine,
    shares.map(({ batchId }) => shelf.find(batchId)),
  )
  if (refusal) return refusal
  return { applied: [await applyAllocation(command, allocation, context)], found: 0, writtenOff: 0 }
}

function addedUp(shares: BatchShare[]): BatchShare[] {
  const effects = new Map<string, number>()
  for (const { batchId, effect } of shares) effects.set(batchId, (effects.get(batchId) ?? 0) + effect)
  return [...effects].map(([batchId, effect]) => ({ batchId, effect }))
}

/**
 * Goods that have left the shop are always moved. Inventory first adjusts its stock to cover them. The stock of a
 * deleted medicine does not count.
 */
async function handOverLine(line: GroupLine, shelf: Shelf, context: GroupContext): Promise<DecidedLine> {
  const { request, clock, day, medicines } = context
  const at = clock.now().toISOString()
  const applied: AppliedCommand[] = []
  const move = async ({ id, command, ...by }: CommandRequest, shares: BatchShare[]) => {
    const effect = shares.reduce((sum, share) => sum + share.effect, 0)
    const before = medicines.get(line.medicineId) as MedicineState
    applied.push(
      await applyAllocation({ id, command, ...by }, { before, shelf, effect, shares, at }, context),
    )
  }
  const sale = commandOf(line, request)
  const { batch: _, ...unnamed } = sale.command
  const adjust = async (batchId: string, effect: number) => {
    const command: StockCommand = { ...unnamed, type: 'adjustment' }
    if (effect !== 0) await move({ ...sale, id: v7(), command }, [{ batchId, effect }])
  }

  const batches = medicines.get(line.medicineId)?.deleted ? [] : shelf.list()
  const named = line.batch && findNamedBatch(shelf, line.batch)
  const { writtenOff, found, shares } = allocateHandedOver(
    line.units,
    batches,
    batches.find((batch) => batch === named),
    day,
  )
  if (writtenOff > 0 && named) await adjust(named._id, -writtenOff)
  if (found > 0) {
    const batch =
      findOpenBatch(shelf.list(), clock.today()) ??
      shelf.add({ number: null, expiryDate: null, createdAt: at })
    await adjust(batch._id, found)
    shares.push({ batchId: batch._id, effect: -found })
  }
  await move({ ...sale, command: unnamed }, addedUp(shares))
  return { applied, found, writtenOff }
}

type LineOutcome = { moved: MovedLine; applied: AppliedCommand[] } | { refused: RefusedLine }

async function decideLine(line: GroupLine, context: GroupContext): Promise<LineOutcome> {
  const { medicines, shelves, request, day } = context
  const [medicine, shelf] = [medicines.get(line.medicineId), shelves.get(line.medicineId)]
  if (!medicine || !shelf) return { refused: { _id: line._id, ...unknownMedicine } }
  // A bill made before the medicine was converted counts packs; they are multiplied.
  const times = request.group.handedOver ? conversionFactorOf(line.packSize, medicine) : 1
  const counted = { ...line, units: Math.min(line.units * times, MAX_QUANTITY) }
  const decided = request.group.handedOver
    ? await handOverLine(counted, shelf, context)
    : await sellLine(line, medicine, context)
  if ('code' in decided)
    return { refused: { _id: line._id, ...decided, offer: offerOf(medicine, shelf.list(), day) } }
  const { applied, found, writtenOff } = decided
  const { version, balanceAfter, lines } = (applied.at(-1) as AppliedCommand).outcome
  const { name, manufacturer, hsn, schedule, packWord, unitWord } = medicine
  const { packPrice } = packPaiseOf(medicine, shelf.find(lines[0]?.batchId ?? ''))
  return {
    applied,
    moved: {
      _id: line._id,
      medicine: { name, manufacturer, hsn, schedule, packWord, unitWord },
      version,
      balanceAfter,
      lines,
      found,
      writtenOff,
      // For a pack of the bill's size.
      packPrice: Math.round((packPrice * line.packSize * times) / medicine.packSize),
      taxClass: medicine.taxClass,
    },
  }
}

/** A restored backup may lack the medicine of handed-over goods. A deleted row is added for their movements. */
async function addUnknownMedicines(lines: GroupLine[], { trx, medicines, shelves, clock }: CommandContext) {
  for (const { medicineId, packSize, packPrice } of lines) {
    if (medicines.has(medicineId)) continue
    const name = 'Unknown medicine'
    const price = Math.min(paiseToRupees(packPrice), MAX_PRICE)
    const input = { name, category: 'Other', packSize, packPrice: price }
    const added = newMedicine(medicineId, createMedicineSchema.parse(input), clock.now().toISOString())
    const medicine = { ...added, deleted: true }
    await createMedicineStore(trx).insert([medicine])
    medicines.set(medicineId, medicine)
    shelves.set(medicineId, createShelf(medicineId, []))
  }
}

/** Rolls back groups decided together if one is refused: its units are already taken from the shelves in memory. */
class RefusedTogetherError extends Error {}

const lockOf = (groups: MovementGroup[]) => {
  if (groups.some(({ handedOver }) => handedOver)) return 'deleted, too' as const
  const isNamed = groups.some(({ lines }) => lines.some(({ batch }) => batch))
  return isNamed ? ('all' as const) : ('in stock' as const)
}

interface DecidedGroup {
  stored: StoredOutcome[]
  moves: StockMove[]
}

async function decideGroup(context: GroupContext): Promise<DecidedGroup> {
  const { trx, request } = context
  const { id, group, fingerprint } = request
  if (group.handedOver) {
    await addUnknownMedicines(group.lines, context)
    // Removes an earlier refusal. An applied group cannot run again, because the ids of its lines are taken.
    await createCommandStore(trx).remove(id, fingerprint)
  }
  const decided: LineOutcome[] = []
  for (const line of group.lines) decided.push(await decideLine(line, context))
  const refused = decided.flatMap((line) => ('refused' in line ? line.refused : []))
  if (refused.length > 0) {
    const outcome: GroupOutcome = { outcome: 'rejected', lines: refused }
    return { stored: [{ id, fingerprint, outcome }], moves: [] }
  }
  const moved = decided.flatMap((line) => ('moved' in line ? line : []))
  const outcome: GroupOutcome = { outcome: 'applied', lines: moved.map((line) => line.moved) }
  const ofLines = moved.map(({ moved: { _id }, applied }) => ({
    id: _id,
    fingerprint,
    outcome: (applied.at(-1) as AppliedCommand).outcome,
  }))
  return {
    stored: [{ id, fingerprint, outcome }, ...ofLines],
    moves: moved.flatMap(({ applied }) => applied.map(({ move }) => move)),
  }
}

/** Decides groups in order; each sees the stock left by the previous one. One refused line refuses its group. */
export async function executeGroups(
  trx: Knex.Transaction,
  requests: GroupRequest[],
  clock: StoreClock,
): Promise<StoredOutcome[]> {
  const groups = requests.map(({ group }) => group)
  const ids = groups.flatMap(({ lines }) => lines.map(({ medicineId }) => medicineId))
  const locked = await createShelfStore(trx).lock(ids, lockOf(groups))
  const decided: DecidedGroup[] = []
  for (const request of requests) {
    const day = storeDayOf({ type: 'sale', madeAt: request.group.madeAt }, clock)
    const one = await decideGroup({ trx, ...locked, recalled: [], clock, request, day })
    if (one.moves.length === 0 && requests.length > 1) throw new RefusedTogetherError()
    decided.push(one)
  }
  const moves = decided.flatMap((one) => one.moves)
  await createLedger(trx).move(moves, locked.shelves)
  return decided.flatMap(({ stored }) => stored)
}

/** Decides each group once. A refused group is decided again if its goods have left the shop. */
export function createGroupExecutor({ db, clock, turns }: ExecutorOptions) {
  const { store, storeOnce } = createDecisions({ db, clock, written: failpoints.written })
  const idsOf = ({ group }: GroupRequest) => group.lines.map(({ medicineId }) => medicineId)

  const executeAlone = (request: GroupRequest) =>
    turns.runAll(idsOf(request), () => storeOnce(request.id, (trx) => executeGroups(trx, [request], clock)))

  async function storeAll(requests: GroupRequest[]): Promise<StoredOutcome[]> {
    const stored = await store((trx) => executeGroups(trx, requests, clock))
    const byId = new Map(stored.map((one) => [one.id, one]))
    return requests.map(({ id }) => byId.get(id) as StoredOutcome)
  }
  const executeTogether = createBatcher(storeAll, {
    alone: executeAlone,
    isDoneAlone: (error) => isLockWait(error) || !isDatabaseUnavailable(error),
  })

  return {
    async execute(request: GroupRequest): Promise<StoredOutcome> {
      failpoint(failpoints.received)
      const isAlone = request.group.handedOver || idsOf(request).some(turns.isHeld)
      const stored = await (isAlone ? executeAlone(request) : executeTogether(request))
      failpoint(failpoints.committed)
      return stored
    },
  }
}
