import type { Batch, CreateMedicine, NamedStockBatch, StockOutcome } from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import { expect } from 'vitest'
import { type Inventory, newId, type SentCommand } from './support.ts'

/** Batch operations for tests, on the service that is running then. */
export function batchTools(running: () => Inventory) {
  const send = async (medicineId: string, command: SentCommand, id = newId()): Promise<StockOutcome> =>
    (await running().command(id, { medicineId, ...command })).body
  const list = async (id: string, query = '', token = running().staff) =>
    await running().read<Batch[]>(`/api/medicines/${id}/batches${query}`, token)
  const find = async (id: string, number: string | null): Promise<Batch> => {
    const found = (await list(id, '?empty=true', running().admin)).find((batch) => batch.number === number)
    if (!found) throw new Error(`no batch ${number}`)
    return found
  }
  const queue = async (query: string): Promise<NamedStockBatch[]> => {
    const path = `/api/medicines/batches/expiring?limit=100&${query}`
    return await running().read<NamedStockBatch[]>(path)
  }
  const buy = (medicineId: string, quantity: number, batch: NonNullable<SentCommand['batch']>) =>
    send(medicineId, { type: 'purchase', quantity, batch })
  return {
    send,
    list,
    find,
    queue,
    buy,
    /** Adds a medicine with 5 units of B, which expires first, 5 of A, and 5 without number and date. */
    async three(differing: Partial<CreateMedicine> = {}): Promise<string> {
      const { _id } = await running().create({ currentStock: 5, expiryDate: null, ...differing })
      await buy(_id, 5, { number: 'a', expiryDate: '2027-08-31' })
      await buy(_id, 5, { number: 'B', expiryDate: '2027-02-28' })
      return _id
    },
    good: async (medicineId: string) => expect(await batchProblems(running(), medicineId)).toEqual([]),
    /** Returns number and effect of each line, or the whole refusal. */
    linesOf: (outcome: StockOutcome) =>
      'lines' in outcome ? outcome.lines.map(({ number, effect }) => [number, effect]) : outcome,
    save: (batch: Batch, body: object, headers: Record<string, string> = {}, token = running().admin) =>
      running().client.put<Batch>(`/api/medicines/${batch.medicineId}/batches/${batch._id}`, {
        ...{ token, headers, body },
      }),
    /** Holds, releases or discounts batches. */
    act: (action: string, body: object, token = running().admin) =>
      running().client.post<NamedStockBatch[]>(`/api/medicines/batches/${action}`, { token, body }),
  }
}

interface LineRow {
  movementId: string
  batchId: string
  effect: number
}

const ownLine = ({ id, batch_id: batchId, effect }: Record<string, unknown>) =>
  batchId ? [{ movementId: id, batchId, effect } as LineRow] : []

/** Lists a medicine's batches by number; the number is `''` if there is none. */
export async function batchesOf({ db }: Inventory, medicineId: string) {
  const rows = await db('batches').where({ medicine_id: medicineId }).orderBy(['created_at', 'id'])
  return rows.map((row) => ({
    _id: row.id as string,
    number: (row.batch_number ?? '') as string,
    expiryDate: row.expiry_date as string | null,
    status: row.status as string,
    stock: row.stock as number,
    createdAt: toInstant(row.created_at),
  }))
}

/** Lists what does not add up in a medicine's books; empty if everything does. */
export async function batchProblems(inventory: Inventory, medicineId: string): Promise<string[]> {
  const { db } = inventory
  const medicine = await db('medicines').where({ id: medicineId }).first()
  const batches = await batchesOf(inventory, medicineId)
  const movements = await db('movements').where({ medicine_id: medicineId }).orderBy('version')
  const split: LineRow[] = await db('movement_lines')
    .whereIn('batch_id', db('batches').where({ medicine_id: medicineId }).select('id'))
    .select({ movementId: 'movement_id', batchId: 'batch_id', effect: 'effect' })
  const lines = [...split, ...movements.flatMap(ownLine)]
  const sumOf = (list: { effect: number }[]) => list.reduce((sum, { effect }) => sum + effect, 0)
  const problems: string[] = []
  const total = batches.reduce((sum, { stock }) => sum + stock, 0)
  if (total !== medicine.current_stock) problems.push(`stock ${medicine.current_stock}, batches ${total}`)
  for (const { _id, number, stock } of batches) {
    const sum = sumOf(lines.filter(({ batchId }) => batchId === _id))
    if (sum !== stock) problems.push(`batch ${number}: stock ${stock}, lines ${sum}`)
    if (stock < 0) problems.push(`batch ${number}: ${stock}`)
  }
  for (const { id, effect, version } of movements) {
    const sum = sumOf(lines.filter(({ movementId }) => movementId === id))
    if (sum !== effect) problems.push(`movement ${version}: ${effect}, lines ${sum}`)
  }
  const dates = batches.flatMap(({ stock, expiryDate }) => (stock > 0 && expiryDate ? [expiryDate] : []))
  const earliest = dates.toSorted()[0] ?? null
  if (total > 0 && medicine.expiry_date !== earliest) {
    problems.push(`date ${medicine.expiry_date}, batches ${earliest}`)
  }
  return problems
}
