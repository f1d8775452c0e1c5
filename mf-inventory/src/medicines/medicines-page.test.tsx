import { addDays, storeDate } from '@mms/contracts'
import { events } from '@mms/sdk'
import { signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { answerList, buildMedicine, press, showPage } from '../../test/support.tsx'
import { area } from '../area.ts'
import { MedicinesPage } from './medicines-page.tsx'

const categories = {
  'GET /api/medicines/categories': ['Antibiotics', 'Vitamins'],
  'GET /api/medicines/summary': { total: 3, lowStock: 1, expiringSoon: 2, expired: 0 },
}
const rowOf = async (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const showList = (at = '/medicines') => showPage(<MedicinesPage />, { at, route: '/medicines' })

beforeEach(() => signInAs('admin'))

describe('the list', () => {
  it('shows its columns, and asks for what its area asks ahead', async () => {
    const medicine = buildMedicine({
      name: 'Amoxicillin 500 mg',
      manufacturer: 'Cipla',
      currentStock: 1200,
      minStockLevel: 40,
      unitPrice: 1234.5,
    })
    const calls = stubApi({ ...categories, 'GET /api/medicines': () => answerList([medicine]) })
    showList()
    const row = within(await rowOf('Amoxicillin 500 mg'))
    for (const text of ['Cipla', 'Antibiotics', '1,200', 'Min: 40', '₹1,234.50', 'N/A']) {
      expect(row.getByText(text)).toBeTruthy()
    }
    expect(row.getByRole('link', { name: /Edit/ }).getAttribute('href')).toBe(
      `/medicines/edit/${medicine._id}`,
    )
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      ...['Name', 'Category', 'Stock', 'Price', 'Expiry Date', 'Actions'],
    ])
    const asked = calls.map(({ path, query }) => (query.size > 0 ? `${path}?${query}` : path))
    expect(area.routes[0]?.asks).toHaveLength(2)
    expect(asked).toEqual(expect.arrayContaining(area.routes[0]?.asks ?? []))
  })

  it('marks low stock, and stock that is out, by a word and not by color alone', async () => {
    const low = buildMedicine({ name: 'At the minimum', currentStock: 10, minStockLevel: 10 })
    const out = buildMedicine({ name: 'None left', currentStock: 0, minStockLevel: 10 })
    const enough = buildMedicine({ name: 'Above it', currentStock: 11, minStockLevel: 10 })
    stubApi({ ...categories, 'GET /api/medicines': () => answerList([low, out, enough]) })
    showList()
    expect(within(await rowOf('At the minimum')).getByText('Low')).toBeTruthy()
    expect(within(await rowOf('None left')).getByText('Out')).toBeTruthy()
    expect(within(await rowOf('Above it')).queryByText('Low')).toBeNull()
  })

  it('marks what has expired and what soon will', async () => {
    const today = storeDate()
    const expired = buildMedicine({ name: 'Yesterday', expiryDate: addDays(today, -1) })
    const soon = buildMedicine({ name: 'Today', expiryDate: today })
    const later = buildMedicine({ name: 'Later', expiryDate: addDays(today, 31) })
    stubApi({ ...categories, 'GET /api/medicines': () => answerList([expired, soon, later]) })
    showList()
    expect(within(await rowOf('Yesterday')).getByText('Expired')).toBeTruthy()
    expect(within(await rowOf('Today')).getByText('Expiring soon')).toBeTruthy()
    expect(within(await rowOf('Later')).queryByText(/Expir/)).toBeNull()
  })

  it('lets only an administrator add and delete', async () => {
    signInAs('staff')
    stubApi({ ...categories, 'GET /api/medicines': () => answerList([buildMedicine({ name: 'One' })]) })
    showList()
    const row = within(await rowOf('One'))
    expect(row.getByRole('link', { name: /Edit/ })).toBeTruthy()
    expect(row.queryByRole('button', { name: /Delete/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Add Medicine' })).toBeNull()
  })

  it('follows a change of stock elsewhere in the suite', async () => {
    const medicine = buildMedicine({ name: 'One', currentStock: 30 })
    stubApi({ ...categories, 'GET /api/medicines': () => answerList([medicine]) })
    showList()
    await rowOf('One')
    medicine.currentStock = 29
    act(() => events.emit('medicines-changed', { medicineIds: [medicine._id] }))
    expect(await screen.findByText('29')).toBeTruthy()
  })
})

describe('by keyboard', () => {
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const focused = () => document.activeElement?.textContent

  it('moves from row to row by j and k, by arrows once in the list, and leaves typing alone', async () => {
    const medicines = ['One', 'Two'].map((name) => buildMedicine({ name }))
    stubApi({ ...categories, 'GET /api/medicines': () => answerList(medicines) })
    showList()
    await rowOf('One')
    press('ArrowDown')
    expect(document.activeElement).toBe(document.body)
    press('j')
    expect(focused()).toBe('One')
    press('ArrowDown')
    expect(focused()).toBe('Two')
    press('j')
    expect(focused()).toBe('Two')
    press('k')
    expect(focused()).toBe('One')
    screen.getByLabelText('Search').focus()
    press('j')
    expect(document.activeElement).toBe(screen.getByLabelText('Search'))
  })
})

it('keeps the height of rows that a person chose', async () => {
  onTestFinished(() => localStorage.removeItem('mms.rows'))
  stubApi({ ...categories, 'GET /api/medicines': () => answerList([buildMedicine({ name: 'One' })]) })
  const { unmount } = showList()
  await rowOf('One')
  fireEvent.click(screen.getByRole('button', { name: 'File' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Comfortable rows' }))
  unmount()
  showList()
  await rowOf('One')
  fireEvent.click(screen.getByRole('button', { name: 'File' }))
  await screen.findByRole('button', { name: 'Compact rows' })
})

it('hides a column, and keeps that in this browser', async () => {
  onTestFinished(() => localStorage.removeItem('mms.medicines.hidden'))
  stubApi({ ...categories, 'GET /api/medicines': () => answerList([buildMedicine({ name: 'One' })]) })
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const all = ['Name', 'Category', 'Stock', 'Price', 'Expiry Date', 'Actions']
  const { unmount } = showList()
  await rowOf('One')
  expect(headers()).toEqual(all)
  fireEvent.click(screen.getByRole('button', { name: 'File' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Hide Price' }))
  unmount()
  showList()
  await rowOf('One')
  fireEvent.click(screen.getByRole('button', { name: 'File' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show Price' }))
  expect(localStorage.getItem('mms.medicines.hidden')).toBe('')
})

describe('deleting', () => {
  it('deletes, tells it and fetches the list again', async () => {
    const medicines = [buildMedicine({ name: 'One' }), buildMedicine({ name: 'Two' })]
    stubApi({
      ...categories,
      'GET /api/medicines': () => answerList(medicines),
      'DELETE /api/medicines/:id': () => {
        medicines.shift()
        return new Response(null, { status: 204 })
      },
    })
    showList()
    await rowOf('One')
    press('Delete One')
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Medicine deleted successfully')).toBeTruthy()
    await expect.poll(() => screen.queryByRole('row', { name: /One/ })).toBeNull()
    expect(await rowOf('Two')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'List of medicines' }))
  })
})

describe('an empty store', () => {
  it('offers the first medicine and sample data to an administrator', async () => {
    stubApi({ ...categories, 'GET /api/medicines': () => answerList([]) })
    showList()
    expect(await screen.findByRole('heading', { name: 'No Medicines Found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Add Your First Medicine' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Load Sample Data' })).toBeTruthy()
  })
})

describe('the printed list', () => {
  const all = Array.from({ length: 5 }, (_, at) => buildMedicine({ name: `Medicine no ${at}` }))

  const print = vi.fn()

  beforeEach(() => {
    signInAs('staff')
    print.mockReset()
    vi.stubGlobal('print', print)
  })

  it.each([
    ['the menu', () => press('Print')],
    ['Ctrl+P', () => fireEvent.keyDown(window, { key: 'p', ctrlKey: true })],
  ])('prints every page that fits the filters, by %s', async (_, start) => {
    const calls = stubApi({
      ...categories,
      'GET /api/medicines': ({ query }) =>
        query.has('limit') ? answerList(all.slice(0, 2), { total: 5, next: 'c1' }) : all,
    })
    showPage(<MedicinesPage />, { at: '/medicines?sort=stock', route: '/medicines' })
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
})

it('is sorted by a press of a header, first up and then down, and says so in the address', async () => {
  signInAs('staff')
  const calls = stubApi({
    ...categories,
    'GET /api/medicines': () => answerList([buildMedicine()]),
  })
  const at = '/medicines?category=Vitamins'
  const { location } = showPage(<MedicinesPage />, { at, route: '/medicines' })
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
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('-stock')
})

it('says where no name is what was searched for', async () => {
  const zinc = buildMedicine({ name: 'Zinconia' })
  let foundBy = 'slip'
  stubApi({
    ...categories,
    'GET /api/medicines': () => {
      const answer = answerList([zinc])
      answer.headers.set('X-Found-By', foundBy)
      return answer
    },
  })
  showPage(<MedicinesPage />, { at: '/medicines?search=zinkonia', route: '/medicines' })
  await screen.findByRole('row', { name: /Zinconia/ })
  expect(screen.getByText('No such name. Similar names:')).toBeTruthy()
  foundBy = 'name'
  act(() => events.emit('medicines-changed', { medicineIds: [zinc._id] }))
  await expect.poll(() => screen.queryByText('No such name. Similar names:')).toBeNull()
})
