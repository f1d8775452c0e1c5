import type { AuditEntry, MedicineHistoryLine, Movement } from '@mms/contracts'
import { signInAs, stubApi } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { showMedicine } from '../../test/pages.tsx'
import { buildMedicine, press, showPage, type } from '../../test/support.tsx'
import { ChangesPage } from './changes-page.tsx'

const HISTORY = 'GET /api/medicines/:id/history'
const AT = '2026-11-20T06:30:00.000Z'
const medicine = buildMedicine({ name: 'Zinc', currentStock: 151 })

const changed = { medicineId: medicine._id, type: 'sale', change: -5, balanceAfter: 151 } as const
const sale = { ...changed, reverses: null, actorId: null, lines: [], createdAt: AT }
const ravi = { actorId: 'u2', actorName: 'Ravi Kumar', requestId: null, address: null }
const buildMovement = (version: number, parts: Partial<Movement> = {}): Movement => ({
  _id: `0193a000-0000-7000-9000-${String(version).padStart(12, '0')}`,
  version,
  ...sale,
  ...parts,
})

const line = (movement: Movement): MedicineHistoryLine => ({ at: movement.createdAt, movement })
const moved = (version: number, parts: Partial<Movement> = {}) => line(buildMovement(version, parts))

async function open(stubs: Parameters<typeof stubApi>[0]) {
  const { calls } = showMedicine(medicine, stubs)
  await screen.findByRole('heading', { name: 'Zinc' })
  return calls
}
const linesOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => {
      const cells = within(row).getAllByRole('cell')
      const shown = cells.filter(({ dataset }) => dataset.label !== 'Date')
      return [within(row).getByRole('rowheader'), ...shown].map(({ textContent }) => textContent).join(' | ')
    })

beforeEach(() => {
  sessionStorage.clear()
  signInAs('staff')
})

describe('the history of a medicine', () => {
  it('say what happened, by how much, what was there then and who it was', async () => {
    signInAs('admin')
    await open({
      'GET /api/users': [{ _id: 'u2', name: 'Asha Rao' }],
      [HISTORY]: [
        moved(5, { reverses: buildMovement(4)._id, change: 1, balanceAfter: 1051, actorId: 'user-admin' }),
        moved(4, { change: -1, balanceAfter: 1050, actorId: 'u2' }),
        moved(3, { type: 'purchase', change: 1000, balanceAfter: 1051, actorId: 'u3' }),
        moved(2, { type: 'adjustment', change: -49, balanceAfter: 51 }),
        moved(1, { type: 'opening', change: 100, balanceAfter: 100 }),
      ],
    })
    const table = await screen.findByRole('table', { name: 'History' })
    await expect
      .poll(() => linesOf(table))
      .toEqual([
        'SaleUndo | +1 | 1,051 | You',
        'Sale | −1 | 1,050 | Asha Rao',
        'Purchase | +1,000 | 1,051 | -',
        'Adjustment | −49 | 51 | -',
        'Opening stock | +100 | 100 | -',
      ])
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  it('holds changes, with what was and what is, beside movements', async () => {
    const change = { _id: '7', at: AT, subject: medicine._id, ...ravi }
    const before = { unitPrice: 12.5, expiryDate: null, minStockLevel: 10, demandFactors: '{}' }
    const after = { unitPrice: 1013, expiryDate: '2027-06-30', minStockLevel: 1500, demandFactors: '{"a":1}' }
    await open({
      [HISTORY]: [
        { at: change.at, change: { ...change, _id: '8', action: 'medicine.deleted', before, after: null } },
        { at: change.at, change: { ...change, action: 'medicine.changed', before, after } },
        moved(1),
        { at: change.at, change: { ...change, _id: '6', action: 'medicine.added', before: null, after } },
      ],
    })
    const table = await screen.findByRole('table', { name: 'History' })
    expect(linesOf(table).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'Deleted | - | - | Ravi Kumar',
      'Changed | Price ₹12.50 → ₹1,013.00Expiry date none → Jun 30, 2027Min. stock 10 → 1,500Demand factors | - | Ravi Kumar',
      'Sale | −5 | 151 | -',
      'Added | - | - | Ravi Kumar',
    ])
  })

  it('shows changes or movements alone, from the first page on', async () => {
    const calls = await open({ [HISTORY]: [moved(1)] })
    await screen.findByRole('rowheader', { name: 'Sale' })
    type('Show', 'changes')
    await expect.poll(() => calls.at(-1)?.query.toString()).toBe('kind=changes&limit=20')
  })
})

it('an administrator reads who changed a price of which medicine, and when', async () => {
  const about = { _id: '7', at: AT, action: 'medicine.changed', subject: 'm1', subjectName: 'Zinc' }
  const values = { before: { unitPrice: 12.5 }, after: { unitPrice: 13 } }
  const changed: AuditEntry = { ...about, ...ravi, address: '203.0.113.9', ...values }
  signInAs('admin')
  const calls = stubApi({ 'GET /api/users': [], 'GET /api/medicines/history': [changed] })
  showPage(<ChangesPage />, { at: '/medicines/history', route: '/medicines/history' })
  const row = await screen.findByRole('row', { name: /Zinc/ })
  expect(row.textContent).toMatch(/^Changed.*Ravi KumarZincPrice ₹12\.50 → ₹13\.00203\.0\.113\.9$/)
  type('Field', 'unitPrice')
  press('Apply Filters')
  const asked = () => calls.findLast(({ path }) => path === '/api/medicines/history')?.query.toString()
  await expect.poll(asked).toContain('field=unitPrice')
})
