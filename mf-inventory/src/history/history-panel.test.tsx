import type { MedicineHistoryLine, Movement } from '@mms/contracts'
import { events } from '@mms/sdk'
import { problem, type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerMedicine, buildMedicine, press, showPage } from '../../test/support.tsx'
import { MedicinePage } from '../medicine/medicine-page.tsx'

const HISTORY = 'GET /api/medicines/:id/history'
const medicine = buildMedicine({ name: 'Zinc', currentStock: 151 })

const buildMovement = (version: number, parts: Partial<Movement> = {}): Movement => ({
  _id: `0193a000-0000-7000-9000-${String(version).padStart(12, '0')}`,
  medicineId: medicine._id,
  version,
  type: 'sale',
  change: -5,
  balanceAfter: 151,
  reverses: null,
  actorId: null,
  lines: [],
  createdAt: '2026-11-20T06:30:00.000Z',
  ...parts,
})

const line = (movement: Movement): MedicineHistoryLine => ({ at: movement.createdAt, movement })
const moved = (version: number, parts: Partial<Movement> = {}) => line(buildMovement(version, parts))

async function open(stubs: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    'GET /api/medicines': [],
    'GET /api/medicines/:id': answerMedicine(medicine),
    'GET /api/medicines/:id/batches': [],
    ...stubs,
  })
  showPage(<MedicinePage />, { at: `/medicines/${medicine._id}`, route: '/medicines/:id' })
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
        moved(5, {
          reverses: buildMovement(4)._id,
          change: 1,
          balanceAfter: 1051,
          actorId: 'user-admin',
        }),
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

  it('lead from page to page, with the focus, and ask staff for no names', async () => {
    const pages = ({ query, params }: StubbedCall) => {
      if (query.get('after') === 'c1') return [moved(1, { type: 'opening' })]
      const link = `</api/medicines/${params.id}/history?limit=20&after=c1>; rel="next"`
      return Response.json([moved(2)], { headers: { link } })
    }
    const calls = await open({ [HISTORY]: pages })
    await screen.findByRole('rowheader', { name: 'Sale' })
    press('Next')
    await screen.findByRole('rowheader', { name: 'Opening stock' })
    expect(calls.at(-1)?.query.toString()).toBe('after=c1&limit=20')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'List of the history' }))
    expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
    press('Previous')
    await screen.findByRole('rowheader', { name: 'Sale' })
  })

  it('keep the numbers of their own rows when Next is pressed twice on a slow line', async () => {
    const slow = Promise.withResolvers<void>()
    await open({
      [HISTORY]: async ({ query, params }: StubbedCall) => {
        const link = (next: string) => ({
          link: `</api/medicines/${params.id}/history?limit=20&after=${next}>; rel="next"`,
        })
        if (query.get('after') !== 'c1') return Response.json([moved(3)], { headers: link('c1') })
        await slow.promise
        return Response.json([moved(2, { type: 'return', change: 1 })], { headers: link('c2') })
      },
    })
    await screen.findByRole('rowheader', { name: 'Sale' })
    press('Next')
    await expect.poll(() => screen.getByRole('table', { name: 'History' }).ariaBusy).toBe('true')
    press('Next')
    slow.resolve()
    await screen.findByRole('rowheader', { name: 'Return' })
    screen.getByText('21')
  })

  it('follow what is recorded elsewhere in the suite', async () => {
    let movements = [moved(1)]
    await open({ [HISTORY]: () => movements })
    await screen.findByRole('rowheader', { name: 'Sale' })
    movements = [moved(2, { type: 'return', change: 1 }), ...movements]
    act(() => events.emit('medicines-changed', { medicineIds: [medicine._id] }))
    await screen.findByRole('rowheader', { name: 'Return' })
  })

  it('holds changes, with what was and what is, beside movements', async () => {
    const change = {
      _id: '7',
      at: '2026-11-20T06:30:00.000Z',
      subject: medicine._id,
      actorId: 'u2',
      actorName: 'Ravi Kumar',
      requestId: null,
      address: null,
    }
    const [before, after] = [
      { unitPrice: 12.5, expiryDate: null, minStockLevel: 10, demandFactors: '{}' },
      { unitPrice: 1013, expiryDate: '2027-06-30', minStockLevel: 1500, demandFactors: '{"a":1}' },
    ]
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
    fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'changes' } })
    await expect.poll(() => calls.at(-1)?.query.toString()).toBe('kind=changes&limit=20')
  })

  it('say so when there are none', async () => {
    await open({ [HISTORY]: [] })
    await screen.findByText('Nothing has been changed yet.')
  })

  it('that cannot be loaded leave the rest alone, and are tried again', async () => {
    let isBroken = true
    await open({ [HISTORY]: () => (isBroken ? problem(500, 'Out of order') : [moved(1)]) })
    screen.getByRole('status', { name: 'Loading the history...' })
    await screen.findByText('Out of order')
    screen.getByText('Cipla · Antibiotics')
    isBroken = false
    press('Try again')
    await screen.findByRole('rowheader', { name: 'Sale' })
  })
})
