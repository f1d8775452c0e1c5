import type { Movement } from '@mms/contracts'
import { events } from '@mms/sdk'
import { problem, type StubbedCall, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerMedicine, buildMedicine, press, showPage } from '../../test/support.tsx'
import { MedicinePage } from '../medicine/medicine-page.tsx'

const MOVEMENTS = 'GET /api/medicines/:id/movements'
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
  createdAt: '2026-11-20T06:30:00.000Z',
  ...parts,
})

async function open(stubs: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    'GET /api/medicines': [],
    'GET /api/medicines/:id': answerMedicine(medicine),
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

describe('the movements of a medicine', () => {
  it('say what happened, by how much, what was there then and who it was', async () => {
    signInAs('admin')
    await open({
      'GET /api/users': [{ _id: 'u2', name: 'Asha Rao' }],
      [MOVEMENTS]: [
        buildMovement(5, {
          reverses: buildMovement(4)._id,
          change: 1,
          balanceAfter: 1051,
          actorId: 'user-admin',
        }),
        buildMovement(4, { change: -1, balanceAfter: 1050, actorId: 'u2' }),
        buildMovement(3, { type: 'purchase', change: 1000, balanceAfter: 1051, actorId: 'u3' }),
        buildMovement(2, { type: 'adjustment', change: -49, balanceAfter: 51 }),
        buildMovement(1, { type: 'opening', change: 100, balanceAfter: 100 }),
      ],
    })
    const table = await screen.findByRole('table', { name: 'Movements' })
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
      if (query.get('after') === 'c1') return [buildMovement(1, { type: 'opening' })]
      const link = `</api/medicines/${params.id}/movements?limit=20&after=c1>; rel="next"`
      return Response.json([buildMovement(2)], { headers: { link } })
    }
    const calls = await open({ [MOVEMENTS]: pages })
    await screen.findByRole('rowheader', { name: 'Sale' })
    press('Next')
    await screen.findByRole('rowheader', { name: 'Opening stock' })
    expect(calls.at(-1)?.query.toString()).toBe('after=c1&limit=20')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'List of movements' }))
    expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
    press('Previous')
    await screen.findByRole('rowheader', { name: 'Sale' })
  })

  it('keep the numbers of their own rows when Next is pressed twice on a slow line', async () => {
    const slow = Promise.withResolvers<void>()
    await open({
      [MOVEMENTS]: async ({ query, params }: StubbedCall) => {
        const link = (next: string) => ({
          link: `</api/medicines/${params.id}/movements?limit=20&after=${next}>; rel="next"`,
        })
        if (query.get('after') !== 'c1') return Response.json([buildMovement(3)], { headers: link('c1') })
        await slow.promise
        return Response.json([buildMovement(2, { type: 'return', change: 1 })], { headers: link('c2') })
      },
    })
    await screen.findByRole('rowheader', { name: 'Sale' })
    press('Next')
    await expect.poll(() => screen.getByRole('table', { name: 'Movements' }).ariaBusy).toBe('true')
    press('Next')
    slow.resolve()
    await screen.findByRole('rowheader', { name: 'Return' })
    screen.getByText('21')
  })

  it('follow what is recorded elsewhere in the suite', async () => {
    let movements = [buildMovement(1)]
    await open({ [MOVEMENTS]: () => movements })
    await screen.findByRole('rowheader', { name: 'Sale' })
    movements = [buildMovement(2, { type: 'return', change: 1 }), ...movements]
    act(() => events.emit('medicines-changed', { medicineIds: [medicine._id] }))
    await screen.findByRole('rowheader', { name: 'Return' })
  })

  it('say so when there are none', async () => {
    await open({ [MOVEMENTS]: [] })
    await screen.findByText('Nothing has changed the stock yet.')
  })

  it('that cannot be loaded leave the rest alone, and are tried again', async () => {
    let isBroken = true
    await open({ [MOVEMENTS]: () => (isBroken ? problem(500, 'Out of order') : [buildMovement(1)]) })
    screen.getByRole('status', { name: 'Loading movements...' })
    await screen.findByText('Out of order')
    screen.getByText('Cipla · Antibiotics')
    isBroken = false
    press('Try again')
    await screen.findByRole('rowheader', { name: 'Sale' })
  })
})
