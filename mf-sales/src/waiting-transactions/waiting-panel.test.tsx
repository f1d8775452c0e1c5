import { problem, type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  build,
  form,
  keyOf,
  offline,
  openSales,
  posts,
  press,
  recorded,
  SENT,
  showSales,
  startServer,
  type,
} from '../../test/support.tsx'
import { outboxItemOf } from '../draft/submission.ts'

const PATIENCE = { timeout: 8_000 }
const WITHDRAWAL = 'POST /api/transactions/withdrawal'
const quantity = () => form.field(/^Quantity/)
const draftOf = (user: string) => localStorage.getItem(`mms.sales.draft.user-${user}`)
const keyOfDraft = (): string => JSON.parse(draftOf('staff') ?? '{}').key
const medicines = () => [
  build.medicine({ name: 'Amoxicillin', currentStock: 40 }),
  build.medicine({ name: 'Cetirizine', currentStock: 9 }),
]

/** The entry of a sale in the outbox, and where that is kept. */
function entryOf(key: string, units: number, owner: { userId: string; userName?: string }, parts: object) {
  const [medicine] = medicines()
  const sale = { medicineId: medicine?._id ?? '', type: 'sale' as const, unitPrice: 12.5, note: '' }
  const made = { at: new Date().toISOString(), madeAt: '2026-11-20T10:42:00.000Z', attempts: 1, nextAt: 0 }
  const item = outboxItemOf(key, { ...sale, quantity: units, packSize: 1 }, medicine)
  return { name: `mms.outbox.${owner.userId}.${key}`, value: JSON.stringify({ ...item, ...owner, ...made, ...parts }) }
}
