import type { CommandBatch, StockCommand } from '@mms/contracts'
import type { Batch, Share } from './rules.ts'
import type { Shelf } from './shelf.ts'

export interface Refusal {
  code: string
  message: string
}

export type Choice = { shares: Share[] } | Refusal

export interface AllocationRequest {
  id: string
  command: StockCommand
  medicine: { _id: string; name: string; unitPrice: number; mrp?: number | null | undefined }
  effect: number
  shelf: Shelf
  /** A recall in force names the scanned number. */
  isRecalled: boolean
  day: string
  today: string
  at: string
}

export const refuse = (code: string, message: string): Refusal => ({ code: `inventory.${code}`, message })

export const findNamed = (shelf: Shelf, { _id, number }: CommandBatch): Batch | undefined =>
  shelf.list().find((batch) => (_id === undefined ? batch.number === number : batch._id === _id))
