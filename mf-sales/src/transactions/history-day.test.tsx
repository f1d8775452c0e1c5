import type { Transaction } from '@mms/contracts'
import { events, storeToday } from '@mms/sdk'
import { problem, type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerHistory, build, press, showSales, startServer, type } from '../../test/support.tsx'
import { namedDayRanges } from './history-filter-form.tsx'

const LIST = 'GET /api/transactions'
const SUMMARY = 'GET /api/transactions/summary'
const zinc = build.medicine({ name: 'Zinc' })
const iron = build.medicine({ name: 'Iron' })
const saleOf = ({ _id, name }: { _id: string; name: string }, parts: Partial<Transaction> = {}) =>
  build.transaction({ ...parts, medicineId: { _id, name, category: 'Vitamins' } })

const show = (at: string, stubs: Parameters<typeof startServer>[1] = {}) => {
  const { calls } = startServer([zinc, iron], { [LIST]: () => answerHistory([saleOf(zinc)]), ...stubs })
  return { calls, ...showSales(at) }
}
const queriesOf = (calls: StubbedCall[], path: string) =>
  calls.filter((call) => call.path === path).map(({ query }) => String(query))
const lastList = (calls: StubbedCall[]) => queriesOf(calls, '/api/transactions').at(-1)
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
const sums = () => screen.queryByLabelText('Sums')?.textContent

describe('the sums', () => {
  const some = build.summary({ count: 1200, unitsIn: 5, unitsOut: 2400, rupeesIn: 123456.5, rupeesOut: 70 })

  it('are those of the filters, on all pages, and follow what is recorded', async () => {
    let now = some
    const { calls } = show('/sales?type=sale&startDate=2026-11-01', { [SUMMARY]: () => now })
    const text = 'Transactions1,200Units in5Units out2,400Rupees in₹1,23,456.50Rupees out₹70.00'
    await expect.poll(sums).toBe(text)
    expect(queriesOf(calls, '/api/transactions/summary')).toEqual(['type=sale&startDate=2026-11-01'])
    expect(screen.queryByText(/waiting/)).toBeNull()
    now = { ...some, count: 1201 }
    act(() => events.emit('medicines-changed', { medicineIds: [] }))
    await expect.poll(sums).toContain('1,201')
  })

  it('say that what waits is not in them, and are asked for again when it has its outcome', async () => {
    let transactions = [saleOf(zinc, { status: 'pending' })]
    let now = some
    show('/sales', { [LIST]: () => answerHistory(transactions), [SUMMARY]: () => now })
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
    const { calls, location } = show('/sales')
    await rowOf('Zinc')
    type(filter(), 'iron')
    await screen.findByRole('option', { name: /Iron/ })
    fireEvent.keyDown(filter(), { key: 'Enter' })
    expect(filter().value).toBe('Iron')
    press('Apply Filters')
    await expect.poll(location).toBe(`/sales?medicine=${iron._id}`)
    await expect.poll(() => lastList(calls)).toBe(`medicineId=${iron._id}&limit=50`)
    await expect
      .poll(() => queriesOf(calls, '/api/transactions/summary').at(-1))
      .toBe(`medicineId=${iron._id}`)
    press('Clear')
    await expect.poll(location).toBe('/sales')
    expect(filter().value).toBe('')
  })

  it('that nobody knows is taken out of the address, before the history is asked for', async () => {
    const { calls, location } = show('/sales?type=sale&medicine=0193a000-0000-7000-8000-00000000dead', {
      'GET /api/medicines/:id': () => problem(404, 'There is no such medicine'),
    })
    await rowOf('Zinc')
    expect(location()).toBe('/sales?type=sale')
    expect(queriesOf(calls, '/api/transactions')).toEqual(['type=sale&limit=50'])
  })

  it('that was typed and not chosen is not passed over', async () => {
    const { location } = show('/sales')
    await rowOf('Zinc')
    type(filter(), 'qqqq')
    press('Apply Filters')
    await screen.findByText('Choose a medicine from the list')
    expect(document.activeElement).toBe(filter())
    expect(location()).toBe('/sales')
  })
})

it('has the days of the store one click away, and takes them back with another', async () => {
  const { calls, location } = show('/sales?type=sale')
  await rowOf('Zinc')
  const days = () => within(screen.getByRole('group', { name: 'Days' })).getAllByRole('button')
  const pressed = () => days().map((button) => button.getAttribute('aria-pressed'))
  expect(days().map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Yesterday',
    'This week',
    'This month',
  ])
  const today = storeToday()
  press('Today')
  await expect.poll(() => lastList(calls)).toBe(`type=sale&startDate=${today}&endDate=${today}&limit=50`)
  await expect.poll(pressed).toEqual(['true', 'false', 'false', 'false'])
  press('This month')
  await expect.poll(pressed).toEqual(['false', 'false', 'false', 'true'])
  press('This month')
  await expect.poll(location).toBe('/sales?type=sale')
  expect(pressed()).toEqual(['false', 'false', 'false', 'false'])
})

describe('a stuck transaction', () => {
  const stuck = saleOf(zinc, {
    status: 'pending',
    stuckSince: '2026-11-20T06:30:00.000Z',
    reason: '418 teapot',
  })

  it('can be tried again by an administrator, and the focus is not lost with the button', async () => {
    signInAs('admin')
    let transaction = stuck
    const { calls } = show('/sales', {
      [LIST]: () => answerHistory([transaction]),
      'POST /api/transactions/:id/retry': () => {
        transaction = { ...stuck, status: 'completed', reason: null }
        delete transaction.stuckSince
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
    show('/sales', { [LIST]: () => answerHistory([stuck]) })
    const row = await rowOf('Zinc')
    row.getByText('Stuck')
    row.getByRole('button', { name: /^History/ })
    expect(row.queryByRole('button', { name: /^(Try again|Undo)/ })).toBeNull()
    expect(row.queryByText('418 teapot')).toBeNull()
  })
})

it.each([
  ['a Saturday', '2026-11-21', '2026-11-20', '2026-11-16 2026-11-22', '2026-11-01 2026-11-30'],
  ['a Sunday', '2026-11-22', '2026-11-21', '2026-11-16 2026-11-22', '2026-11-01 2026-11-30'],
  ['a leap February', '2028-02-29', '2028-02-28', '2028-02-28 2028-03-05', '2028-02-01 2028-02-29'],
])('begins weeks on Monday and ends months on their last day: %s', (_, today, yesterday, week, month) => {
  expect(namedDayRanges(today).map(({ startDate, endDate }) => `${startDate} ${endDate}`)).toEqual([
    ...[`${today} ${today}`, `${yesterday} ${yesterday}`, week, month],
  ])
})
