import { addDays, storeDate } from '@mms/contracts'
import { events } from '@mms/sdk'
import { quickly, signInAs, typeNow } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { showList } from '../../test/pages.tsx'
import { answerList, buildMedicine, press, type } from '../../test/support.tsx'
import { area } from '../area.ts'

// The theme hides elements and separates words of names.
document.documentElement.dataset.theme = 'whole'

const rowOf = async (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const textIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

beforeEach(() => signInAs('admin'))

describe('the list', () => {
  it('asks for what its area asks ahead', async () => {
    const { calls } = showList([buildMedicine({ name: 'One' })])
    await rowOf('One')
    const asked = calls.map(({ path, query }) => (query.size > 0 ? `${path}?${query}` : path))
    expect(area.routes[0]?.asks).toHaveLength(2)
    expect(asked).toEqual(expect.arrayContaining(area.routes[0]?.asks ?? []))
  })

  it('marks low stock and expiry by a word and not by color alone', async () => {
    const today = storeDate()
    const marks = {
      'At the minimum': [{ currentStock: 10 }, 'Low'],
      'None left': [{ currentStock: 0 }, 'Out'],
      Yesterday: [{ expiryDate: addDays(today, -1) }, 'Expired'],
      Today: [{ expiryDate: today }, 'Expiring soon'],
      'All is well': [{ currentStock: 11, expiryDate: addDays(today, 31) }, null],
    } as const
    const list = Object.entries(marks).map(([name, [parts]]) => buildMedicine({ name, ...parts }))
    showList(list)
    for (const [name, [, mark]] of Object.entries(marks)) {
      const found = within(await rowOf(name)).queryByText(/^(Low|Out|Expired|Expiring soon)$/)
      expect(found?.textContent ?? null).toBe(mark)
    }
  })

  it('lets only an administrator add and delete', async () => {
    signInAs('staff')
    showList([buildMedicine({ name: 'One' })])
    const row = within(await rowOf('One'))
    row.getByRole('link', { name: /Edit/ })
    expect(row.queryByRole('button', { name: /Delete/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Add Medicine' })).toBeNull()
  })
})

it('moves from row to row by j and k, by arrows once in the list, and leaves typing alone', async () => {
  showList(['One', 'Two'].map((name) => buildMedicine({ name })))
  await rowOf('One')
  const focusedAfter = (key: string) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    return document.activeElement?.textContent
  }
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(document.body)
  expect(['j', 'ArrowDown', 'j', 'k'].map(focusedAfter)).toEqual(['One', 'Two', 'Two', 'One'])
  screen.getByLabelText('Search').focus()
  focusedAfter('j')
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
})

it('hides a column, and keeps that in this browser', async () => {
  onTestFinished(() => localStorage.removeItem('mms.medicines.hidden'))
  const one = [buildMedicine({ name: 'One' })]
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const all = ['Name', 'Category', 'Stock', 'Price', 'Expiry Date', 'Actions']
  const { unmount } = showList(one)
  await rowOf('One')
  expect(headers()).toEqual(all)
  fireEvent.click(screen.getByRole('button', { name: 'File' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Hide Price' }))
  unmount()
  showList(one)
  await rowOf('One')
  fireEvent.click(screen.getByRole('button', { name: 'File' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show Price' }))
  expect(localStorage.getItem('mms.medicines.hidden')).toBe('')
})

it.each([
  ['the menu', () => press('Print')],
  ['Ctrl+P', () => fireEvent.keyDown(window, { key: 'p', ctrlKey: true })],
])('prints every page that fits the filters, by %s', async (_, start) => {
  signInAs('staff')
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const all = Array.from({ length: 5 }, (_, at) => buildMedicine({ name: `Medicine no ${at}` }))
  const pages = ({ query }: { query: URLSearchParams }) =>
    query.has('limit') ? answerList(all.slice(0, 2), { total: 5, next: 'c1' }) : all
  const { calls } = showList([], { 'GET /api/medicines': pages }, '/medicines?sort=stock')
  await screen.findByText('Medicine no 1')
  press('File')
  start()
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const printed = screen.getByRole('table', { name: 'All medicines', hidden: true })
  expect(within(printed).getAllByRole('row', { hidden: true })).toHaveLength(6)
  expect(calls.at(-1)?.query.toString()).toBe('sort=stock')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByRole('table', { name: 'All medicines', hidden: true })).toBeNull()
})

it('is sorted by a press of a header, first up and then down, and says so in the address', async () => {
  signInAs('staff')
  const { calls, location } = showList([buildMedicine()], {}, '/medicines?category=Vitamins')
  const header = async (name: string) => (await screen.findByRole('columnheader', { name })).ariaSort
  const sorts = () =>
    calls.filter(({ path }) => path === '/api/medicines').map(({ query }) => query.get('sort'))
  expect(await header('Name')).toBe('ascending')
  expect(await header('Stock')).toBe('none')
  press('Stock')
  await expect.poll(location).toBe('/medicines?category=Vitamins&sort=stock')
  expect([await header('Name'), await header('Stock')]).toEqual(['none', 'ascending'])
  press('Stock')
  await expect.poll(location).toBe('/medicines?category=Vitamins&sort=-stock')
  expect(await header('Stock')).toBe('descending')
  expect(sorts()).toEqual([null, 'stock', '-stock'])
  expect(screen.queryByRole('button', { name: 'Category' })).toBeNull()
  expect(textIn('Sort by')).toBe('-stock')
})

it('says where no name is what was searched for', async () => {
  const zinc = buildMedicine({ name: 'Zinconia' })
  let foundBy = 'slip'
  const found = () => {
    const answer = answerList([zinc])
    answer.headers.set('X-Found-By', foundBy)
    return answer
  }
  showList([], { 'GET /api/medicines': found }, '/medicines?search=zinkonia')
  await screen.findByRole('row', { name: /Zinconia/ })
  screen.getByText('No such name. Similar names:')
  foundBy = 'name'
  act(() => events.emit('medicines-changed', { medicineIds: [zinc._id] }))
  await expect.poll(() => screen.queryByText('No such name. Similar names:')).toBeNull()
})

describe('filters', () => {
  it('keep what is chosen while Clear is still on its way', async () => {
    const { calls, location } = showList([buildMedicine()], {}, '/medicines?filter=expiring')
    await screen.findByRole('table')
    await quickly(
      () => screen.getByRole('button', { name: 'Clear' }).click(),
      () => typeNow(screen.getByLabelText('Search'), 'amox'),
    )
    await expect.poll(() => String(calls.at(-1)?.query)).toBe('search=amox&limit=50')
    expect(location()).toBe('/medicines?search=amox')
    expect(textIn('Search')).toBe('amox')
  })

  it('are one press away for what needs attention, with its count', async () => {
    const summary = { total: 1_200, lowStock: 1_018, expiringSoon: 0, expired: 3 }
    const stubs = { 'GET /api/medicines/summary': summary }
    const { location } = showList([buildMedicine()], stubs, '/medicines?category=Vitamins')
    const low = await screen.findByRole('button', { name: 'Low Stock 1,018', pressed: false })
    screen.getByRole('button', { name: 'Expiring Soon 0' })
    fireEvent.click(low)
    expect(location()).toBe('/medicines?category=Vitamins&filter=low-stock')
    fireEvent.click(screen.getByRole('button', { name: 'Low Stock 1,018', pressed: true }))
    expect(location()).toBe('/medicines?category=Vitamins')
  })

  it('count while typing, without a press or a history entry, and as soon as they are chosen', async () => {
    const { calls, location, router } = showList([buildMedicine()])
    await screen.findByRole('option', { name: 'Vitamins' })
    type('Search', 'amox ')
    await expect.poll(() => String(calls.at(-1)?.query)).toBe('search=amox&limit=50')
    expect(location()).toBe('/medicines?search=amox')
    expect(router.state.historyAction).toBe('REPLACE')
    type('Search', 'amoxi')
    type('Category', 'Vitamins')
    await expect.poll(() => String(calls.at(-1)?.query)).toBe('search=amoxi&category=Vitamins&limit=50')
    type('Filter', 'low-stock')
    await expect.poll(() => calls.at(-1)?.query.get('filter')).toBe('low-stock')
    expect(location()).toBe('/medicines?search=amoxi&category=Vitamins&filter=low-stock')
  })

  it('give way to Back', async () => {
    const { router } = showList([buildMedicine()])
    await screen.findByRole('table')
    type('Filter', 'low-stock')
    type('Search', 'amox')
    await act(() => router.navigate(-1))
    expect([textIn('Filter'), textIn('Search')]).toEqual(['', ''])
    await act(() => router.navigate(1))
    expect(textIn('Filter')).toBe('low-stock')
  })

  it('that nothing matches offer to be cleared, not sample data', async () => {
    showList([], {}, '/medicines?search=zzz')
    await screen.findByText('No Medicines Found')
    expect(screen.queryByRole('button', { name: 'Load Sample Data' })).toBeNull()
    screen.getByRole('button', { name: 'Clear filters' })
  })
})
