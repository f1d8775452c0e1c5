import type { Transaction } from '@mms/contracts'
import { events, storeToday } from '@mms/sdk'
import { problem, signInAs } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerHistory, build, press, type Stubs, showSales, startServer, type } from '../../test/support.tsx'
import { area } from '../area.ts'
import { namedDayRanges } from './history-filter-form.tsx'

const LIST = 'GET /api/transactions'
const SUMMARY = 'GET /api/transactions/summary'
/** The id of a person. */
const ravi = '0193aaaa-0000-7000-8000-000000000002'
const zinc = build.medicine({ name: 'Zinc' })
const iron = build.medicine({ name: 'Iron' })
const saleOf = ({ _id, name }: { _id: string; name: string }, parts: Partial<Transaction> = {}) =>
  build.transaction({ ...parts, medicineId: { _id, name, category: 'Vitamins' } })

const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
/** The page at an address, with one sale of Zinc in its history. */
const show = async (at = '/sales', stubs: Stubs = {}) => {
  const { calls } = startServer([zinc, iron], { [LIST]: () => answerHistory([saleOf(zinc)]), ...stubs })
  const page = showSales(at)
  await rowOf('Zinc')
  const queriesOf = (path: string) =>
    calls.filter((call) => call.path === path).map(({ query }) => `${query}`)
  const lists = () => queriesOf('/api/transactions')
  const summaries = () => queriesOf('/api/transactions/summary')
  return { calls, lists, summaries, ...page }
}
const filterOf = (label: string) =>
  within(screen.getByRole('form', { name: 'Filter transactions' })).getByLabelText<HTMLInputElement>(label)

describe('the sums', () => {
  const sums = () => screen.queryByLabelText('Sums')?.textContent
  const some = build.summary({ count: 1200, unitsIn: 5, unitsOut: 2400, rupeesIn: 123456.5, rupeesOut: 70 })

  it('are those of the filters, on all pages, and follow what is recorded', async () => {
    let now = some
    const { summaries } = await show('/sales?type=sale&startDate=2026-11-01', { [SUMMARY]: () => now })
    const text = 'Transactions1,200Units in5Units out2,400Rupees in₹1,23,456.50Rupees out₹70.00'
    await expect.poll(sums).toBe(text)
    expect(summaries()).toEqual(['type=sale&startDate=2026-11-01'])
    expect(screen.queryByText(/waiting/)).toBeNull()
    now = { ...some, count: 1201 }
    act(() => events.emit('medicines-changed', { medicineIds: [] }))
    await expect.poll(sums).toContain('1,201')
  })

  it('say that what waits is not in them, and are asked for again when it has its outcome', async () => {
    let transactions = [saleOf(zinc, { status: 'pending' })]
    let now = some
    await show('/sales', { [LIST]: () => answerHistory(transactions), [SUMMARY]: () => now })
    await screen.findByText('Waiting transactions are not counted.')
    transactions = [saleOf(zinc)]
    now = { ...some, count: 1201 }
    await expect.poll(sums, { timeout: 8_000 }).toContain('1,201')
    expect(screen.queryByText('Waiting transactions are not counted.')).toBeNull()
  })
})

describe('a medicine as a filter', () => {
  const filter = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Filter by Medicine' })

  it('is found by typing, goes to address and server, and is cleared with the others', async () => {
    const { lists, summaries, location } = await show()
    type(filter(), 'qqqq')
    press('Apply Filters')
    await screen.findByText('Choose a medicine from the list')
    expect(document.activeElement).toBe(filter())
    expect(location()).toBe('/sales')
    type(filter(), 'iron')
    await screen.findByRole('option', { name: /Iron/ })
    fireEvent.keyDown(filter(), { key: 'Enter' })
    expect(filter().value).toBe('Iron')
    press('Apply Filters')
    await expect.poll(location).toBe(`/sales?medicine=${iron._id}`)
    await expect.poll(() => lists().at(-1)).toBe(`medicineId=${iron._id}&limit=50`)
    await expect.poll(() => summaries().at(-1)).toBe(`medicineId=${iron._id}`)
    press('Clear')
    await expect.poll(location).toBe('/sales')
    expect(filter().value).toBe('')
  })

  it('that nobody knows is taken out of the address, before the history is asked for', async () => {
    const { lists, location } = await show('/sales?type=sale&medicine=0193a000-0000-7000-8000-00000000dead', {
      'GET /api/medicines/:id': () => problem(404, 'There is no such medicine'),
    })
    expect(location()).toBe('/sales?type=sale')
    expect(lists()).toEqual(['type=sale&limit=50'])
  })
})

describe('the history', () => {
  it('is filtered by who recorded it: by everybody for administrators', async () => {
    signInAs('admin')
    const people = [
      { _id: 'user-admin', name: 'Asha Rao' },
      { _id: ravi, name: 'Ravi Kumar' },
    ]
    const { lists, location } = await show('/sales', { 'GET /api/users': people })
    await screen.findByRole('option', { name: 'Ravi Kumar' })
    type(filterOf('Recorded by'), ravi)
    type(filterOf('Transaction Type'), 'expired')
    type(filterOf('Start Date'), '2026-11-01')
    press('Apply Filters')
    const wanted = { person: ravi, type: 'expired', startDate: '2026-11-01', limit: '50' }
    await expect.poll(() => Object.fromEntries(new URLSearchParams(lists().at(-1)))).toEqual(wanted)
    expect(location()).toContain(`person=${ravi}`)
  })

  it('asks no list of users for staff, and keeps the person of an address', async () => {
    const { calls, lists } = await show(`/sales?person=${ravi}`)
    expect(lists()[0]).toContain(`person=${ravi}`)
    expect(filterOf('Recorded by').value).toBe(ravi)
    expect(calls.some(({ path }) => path === '/api/users')).toBe(false)
  })

  it('asks for what its area asks ahead, and refuses a start after the end', async () => {
    const { calls, lists, location } = await show()
    expect(area.routes[0]?.asks).toHaveLength(1)
    expect(calls.map(({ path, query }) => `${path}?${query}`)).toEqual(
      expect.arrayContaining(area.routes[0]?.asks ?? []),
    )
    type(filterOf('Start Date'), '2026-11-21')
    type(filterOf('End Date'), '2026-11-20')
    press('Apply Filters')
    await screen.findByText('Start Date must not be after End Date')
    expect(document.activeElement).toBe(filterOf('Start Date'))
    expect(location()).toBe('/sales')
    expect(lists()).toHaveLength(1)
  })

  it('has the days of the store one click away, and takes them back with another', async () => {
    const { lists, location } = await show('/sales?type=sale')
    const days = () => within(screen.getByRole('group', { name: 'Days' })).getAllByRole('button')
    const pressed = () =>
      days()
        .filter((day) => day.ariaPressed === 'true')
        .map(({ textContent }) => textContent)
    const names = days().map(({ textContent }) => textContent)
    expect(names).toEqual(['Today', 'Yesterday', 'This week', 'This month'])
    const today = storeToday()
    press('Today')
    await expect.poll(() => lists().at(-1)).toBe(`type=sale&startDate=${today}&endDate=${today}&limit=50`)
    await expect.poll(pressed).toEqual(['Today'])
    press('This month')
    await expect.poll(pressed).toEqual(['This month'])
    press('This month')
    await expect.poll(location).toBe('/sales?type=sale')
    expect(pressed()).toEqual([])
  })

  it.each([
    ['a Saturday', '2026-11-21', '2026-11-20', '2026-11-16 2026-11-22', '2026-11-01 2026-11-30'],
    ['a Sunday', '2026-11-22', '2026-11-21', '2026-11-16 2026-11-22', '2026-11-01 2026-11-30'],
    ['a leap February', '2028-02-29', '2028-02-28', '2028-02-28 2028-03-05', '2028-02-01 2028-02-29'],
  ])('begins weeks on Monday and ends months on their last day: %s', (_, today, yesterday, week, month) => {
    const ranges = namedDayRanges(today).map(({ startDate, endDate }) => `${startDate} ${endDate}`)
    expect(ranges).toEqual([`${today} ${today}`, `${yesterday} ${yesterday}`, week, month])
  })
})

describe('a stuck transaction', () => {
  const stuckSince = '2026-11-20T06:30:00.000Z'
  const stuck = saleOf(zinc, { status: 'pending', stuckSince, reason: '418 teapot' })

  it('can be tried again by an administrator, and the focus is not lost with the button', async () => {
    signInAs('admin')
    let transaction = stuck
    const { calls } = await show('/sales', {
      [LIST]: () => answerHistory([transaction]),
      'POST /api/transactions/:id/retry': () => {
        const { stuckSince: _, ...rest } = stuck
        transaction = { ...rest, status: 'completed', reason: null }
        return transaction
      },
    })
    const row = await rowOf('Zinc')
    row.getByText('418 teapot')
    const button = row.getByRole('button', { name: 'Try again: Sale of 2 × Zinc' })
    button.focus()
    fireEvent.click(button)
    await screen.findByText('Transaction recorded')
    expect(calls.filter(({ path }) => path === `/api/transactions/${stuck._id}/retry`)).toHaveLength(1)
    await expect.poll(() => screen.queryByText('Stuck')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'List of transactions' }))
  })

  it('offers staff nothing that they may not do', async () => {
    await show('/sales', { [LIST]: () => answerHistory([stuck]) })
    const row = await rowOf('Zinc')
    row.getByText('Stuck')
    row.getByRole('button', { name: /^History/ })
    expect(row.queryByRole('button', { name: /^(Try again|Undo)/ })).toBeNull()
    expect(row.queryByText('418 teapot')).toBeNull()
  })
})
