import { type BatchLine, inventoryEvents, type MedicineState, type StockBatch } from '@mms/contracts'
import type { OutboxEvent } from '@mms/service-kit'
import { withPackPrices } from '../medicines/rules.ts'
import type { MovementHeader } from './movement-store.ts'
import type { Shelf } from './shelf.ts'

export const medicineEvent = (medicine: MedicineState, batches: StockBatch[]): OutboxEvent => ({
  type: medicine.deleted ? inventoryEvents.medicineDeleted : inventoryEvents.medicineChanged,
  subject: medicine._id,
  data: { ...withPackPrices(medicine), batches },
})

export const movementEvent = (movement: MovementHeader, lines: BatchLine[]): OutboxEvent => ({
  type: inventoryEvents.movementRecorded,
  subject: movement._id,
  data: { ...movement, lines },
})

export function eventsOf(
  shelves: ReadonlyMap<string, Shelf>,
  movements: MovementHeader[],
  medicines: MedicineState[],
): OutboxEvent[] {
  const linesOf = ({ _id, medicineId }: MovementHeader) => {
    const shelf = shelves.get(medicineId)
    return shelf?.shown(shelf.changes().lines.filter(({ movementId }) => movementId === _id)) ?? []
  }
  return [
    ...movements.map((movement) => movementEvent(movement, linesOf(movement))),
    ...medicines.map((medicine) => medicineEvent(medicine, shelves.get(medicine._id)?.published() ?? [])),
  ]
}
