import type { CommandBatch, StockCommand } from '@mms/contracts'
import type { Batch, Share } from './rules.ts'
import type { Shelf } from './shelf.ts'

export interface Refusal {
  code: string
  message: string
}

export type Choice = { shares: Share[] } | Refusal

/** What is known when the batches of a command are chosen. */
export interface AllocationRequest {
  /** The command's id. A batch that a delivery brings gets the same one. */
  id: string
  command: StockCommand
  medicine: { _id: string; name: string; unitPrice: number; mrp?: number | null | undefined }
  effect: number
  shelf: Shelf
  /** A recall in force names the number that was scanned. */
  isRecalled: boolean
  /** The store's date on which the command was made. */
  day: string
  /** The store's date now. */
  today: string
  at: string
}

export const refuse = (code: string, message: string): Refusal => ({ code: `inventory.${code}`, message })

export const findNamed = (shelf: Shelf, { _id, number }: CommandBatch): Batch | undefined =>
  shelf.list().find((batch) => (_id === undefined ? batch.number === number : batch._id === _id))
