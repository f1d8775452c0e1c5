import type { Transaction } from '@mms/contracts'
import { type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerHistory, build, openSales, press, showSales, startServer, type } from '../../test/support.tsx'
import { area } from '../area.ts'

const LIST = 'GET /api/transactions'
const lists = (calls: StubbedCall[]) => calls.filter(({ path }) => path === '/api/transactions')
const show = (transactions: Transaction[], at?: string) => {
  const { calls } = startServer([], { [LIST]: () => answerHistory(transactions) })
  return { calls, ...showSales(at) }
}
/** The id of a person. */
const ravi = '0193aaaa-0000-7000-8000-000000000002'
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
const filterOf = (label: string) =>
  within(screen.getByRole('form', { name: 'Filter transactions' })).getByLabelText<HTMLInputElement>(label)
const named = (name: string, parts: Partial<Transaction> = {}) =>
  build.transaction({ ...parts, medicineId: { _id: 'm', name, category: 'Vitamins' } })

describe('the history', () => {
  it('is filtered by who recorded it: by everybody for administrators, by oneself for others', async () => {
    signInAs('admin')
    const people = [
      { _id: 'user-admin', name: 'Asha Rao' },
      { _id: ravi, name: 'Ravi Kumar' },
    ]
    const { calls, location } = openSales([], {
      'GET /api/users': people as never,
      [LIST]: () => answerHistory([named('Zinc')]),
    })
    await screen.findByRole('option', { name: 'Ravi Kumar' })
    type(filterOf('Recorded by'), ravi)
    type(filterOf('Transaction Type'), 'expired')
    type(filterOf('Start Date'), '2026-11-01')
    press('Apply Filters')
    const wanted = { person: ravi, type: 'expired', startDate: '2026-11-01', limit: '50' }
    await expect.poll(() => Object.fromEntries(lists(calls).at(-1)?.query ?? [])).toEqual(wanted)
    expect(location()).toContain(`person=${ravi}`)
  })

  it('asks no list of users for staff, and keeps the person of an address', async () => {
    const { calls } = show([named('Zinc')], `/sales?person=${ravi}`)
    await rowOf('Zinc')
    expect(lists(calls)[0]?.query.get('person')).toBe(ravi)
    expect(filterOf('Recorded by').value).toBe(ravi)
    expect(calls.some(({ path }) => path === '/api/users')).toBe(false)
  })

  it('asks for what its area asks ahead', async () => {
    const { calls } = show([named('Zinc')])
    await rowOf('Zinc')
    expect(area.routes[0]?.asks).toHaveLength(1)
    expect(calls.map(({ path, query }) => `${path}?${query}`)).toEqual(
      expect.arrayContaining(area.routes[0]?.asks ?? []),
    )
  })

  it('offers no undo of sample data and of a deleted medicine', async () => {
    const gone = { _id: 'm', name: 'Gone', category: 'Vitamins', deleted: true } as const
    show([named('Zinc', { sample: true }), build.transaction({ medicineId: gone })])
    for (const name of ['Zinc', 'Gone'])
      expect((await rowOf(name)).queryByRole('button', { name: /^Undo/ })).toBeNull()
  })
})

describe('filters', () => {
  it('with a start after the end are refused, in the form and in the address', async () => {
    const { calls, location } = show([named('Zinc')])
    await rowOf('Zinc')
    type(filterOf('Start Date'), '2026-11-21')
    type(filterOf('End Date'), '2026-11-20')
    press('Apply Filters')
    await screen.findByText('Start Date must not be after End Date')
    expect(document.activeElement).toBe(filterOf('Start Date'))
    expect(location()).toBe('/sales')
    expect(lists(calls)).toHaveLength(1)
  })
})
