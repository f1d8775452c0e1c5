import type { StubbedCall } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { buildMedicine, buildTransaction, choose, submit } from './support.tsx'

export const REVERSAL = 'POST /api/transactions/:id/reversal'
/** What `sell` sells. */
export const amoxicillin = () =>
  buildMedicine({ name: 'Amoxicillin 500 mg', currentStock: 40, unitPrice: 8.5 })
/** Answers a reversal. */
export const reverse = () => Response.json(buildTransaction(), { status: 201 })
export const reversals = (calls: StubbedCall[]) => calls.filter(({ path }) => path.endsWith('/reversal'))
export const pressUndoKey = (more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code: 'KeyZ', altKey: true, ...more })

/** Sells one unit, which leaves so many. */
export async function sell(left: number) {
  await choose('Amox')
  submit()
  await screen.findByText(`Transaction recorded successfully. New stock level: ${left}`)
}
