import { type BatchLine, inventoryEvents, type MedicineState, type StockBatch } from '@mms/contracts'
import type { OutboxEvent } from '@mms/service-kit'
import type { Shelf } from '../shelves/shelf.ts'
import type { UnlinedMovement } from './line-store.ts'

/** A medicine and what is in stock of it, as other services learn of them. */
export const medicineEvent = (medicine: MedicineState, batches: StockBatch[]): OutboxEvent => ({
  type: medicine.deleted ? inventoryEvents.medicineDeleted : inventoryEvents.medicineChanged,
  subject: medicine._id,
  data: { ...medicine, batches },
})

/** A movement and its lines. */
export const movementEvent = (movement: UnlinedMovement, lines: BatchLine[]): OutboxEvent => ({
  type: inventoryEvents.movementRecorded,
  subject: movement._id,
  data: { ...movement, lines },
})

/** Movements, and medicines after them, as their shelves say it. */
export function eventsOf(
  shelves: ReadonlyMap<string, Shelf>,
  movements: UnlinedMovement[],
  medicines: MedicineState[],
): OutboxEvent[] {
  const linesOf = ({ _id, medicineId }: UnlinedMovement) => {
    const shelf = shelves.get(medicineId)
    return shelf?.shown(shelf.changes().lines.filter(({ movementId }) => movementId === _id)) ?? []
  }
  return [
    ...movements.map((movement) => movementEvent(movement, linesOf(movement))),
    ...medicines.map((medicine) => medicineEvent(medicine, shelves.get(medicine._id)?.published() ?? [])),
  ]
}
