import type { AuditEntry, Transaction } from '@mms/contracts'
import { problem, stubApi } from '@mms/sdk/test-support'
import { formatInstant } from '@mms/ui'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answerCatalogue,
  answerHistory,
  buildSummary,
  buildTransaction,
  freshCounter,
  showSales,
} from '../../test/support.tsx'

const RECORD = 'GET /api/transactions/:id/history'
const asha = { _id: 'u1', name: 'Asha Rao' }
const at = '2026-11-20T07:30:00.000Z'

const entry = (action: string, parts: Partial<AuditEntry> = {}): AuditEntry => ({
  _id: '1',
  at,
  action: `transaction.${action}`,
  subject: 's',
  actorId: 'u2',
  actorName: 'Ravi Kumar',
  before: null,
  after: null,
  requestId: null,
  address: null,
  ...parts,
})

async function open(parts: Partial<Transaction>, record: Parameters<typeof stubApi>[0][string]) {
  const medicineId = { _id: 'm', name: 'Vitamin C', category: 'Vitamins' as const }
  stubApi({
    'GET /api/users': [],
    'GET /api/medicines/catalogue': answerCatalogue([]),
    'GET /api/transactions/summary': buildSummary(),
    'GET /api/transactions': () =>
      answerHistory([buildTransaction({ medicineId, recordedBy: asha, ...parts })]),
    [RECORD]: record,
  })
  showSales()
  const title = `${parts.reverses ? 'Undo: ' : ''}Sale of 2 × Vitamin C`
  fireEvent.click(await screen.findByRole('button', { name: `History of ${title}` }))
  return within(screen.getByRole('dialog', { name: 'History of this transaction' }))
}

const linesOf = async (dialog: ReturnType<typeof within>) => {
  const items = within(await dialog.findByRole('list')).getAllByRole('listitem')
  return items.map((item) => [...item.children].map(({ textContent }) => textContent).join(' | '))
}
const made = formatInstant('2026-11-20T06:30:00.000Z')
const done = formatInstant(at)

beforeEach(freshCounter)

describe('the history of a transaction', () => {
  it('says who recorded and who undid it, and from where to who may see that', async () => {
    const undo = entry('reversal-requested', { after: { reversal: 'r1' }, address: '203.0.113.9' })
    const dialog = await open({ reversedBy: 'r1' }, [undo])
    expect(await linesOf(dialog)).toEqual([
      `Undone by Ravi Kumar | ${done} · 203.0.113.9`,
      `Recorded by Asha Rao | ${made}`,
    ])
  })

  it('of an undo is not titled like what it undoes', async () => {
    const dialog = await open({ reverses: buildTransaction()._id }, [])
    expect(await dialog.findByText('Undo: Sale of 2 × Vitamin C')).toBeTruthy()
  })

  it.each([
    [
      'an undo that was refused',
      {},
      [entry('reversal-requested', { after: { reversal: 'r1' } })],
      'Undo refused by Ravi Kumar',
    ],
    [
      'a discarded one',
      { status: 'cancelled', cancelledAt: at },
      [entry('cancellation-requested')],
      'Discarded by Ravi Kumar',
    ],
    [
      'a discard that came too late',
      {},
      [entry('cancellation-requested')],
      'Discard requested by Ravi Kumar',
    ],
  ] as const)('names %s', async (_, parts, entries, line) => {
    expect(await linesOf(await open(parts, [...entries]))).toEqual([
      `${line} | ${done}`,
      `Recorded by Asha Rao | ${made}`,
    ])
  })

  it('says that it loads, why it cannot, and is tried again', async () => {
    let isBroken = true
    const dialog = await open({}, () => (isBroken ? problem(500, 'Out of order') : []))
    dialog.getByRole('status', { name: 'Loading the history...' })
    await dialog.findByText('Out of order')
    isBroken = false
    fireEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await linesOf(dialog)).toEqual([`Recorded by Asha Rao | ${made}`])
  })
})
