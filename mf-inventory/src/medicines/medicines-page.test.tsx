import { addDays, storeDate } from '@mms/contracts'
import { events } from '@mms/sdk'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerList, buildMedicine, press, showPage } from '../../test/support.tsx'
import { MedicinesPage } from './medicines-page.tsx'

const categories = { 'GET /api/medicines/categories': ['Antibiotics', 'Vitamins'] }
const rowOf = async (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const showList = (at = '/medicines') => showPage(<MedicinesPage />, { at, route: '/medicines' })

beforeEach(() => signInAs('admin'))

describe('the list', () => {
  it('shows name, manufacturer, category, stock with minimum, price and expiry date', async () => {
    const medicine = buildMedicine({
      name: 'Amoxicillin 500 mg',
      manufacturer: 'Cipla',
      currentStock: 1200,
      minStockLevel: 40,
      unitPrice: 1234.5,
    })
    stubApi({ ...categories, 'GET /api/medicines': () => answerList([medicine]) })
    showList()
    const row = within(await rowOf('Amoxicillin 500 mg'))
    for (const text of ['Cipla', 'Antibiotics', '1,200', 'Min: 40', '₹1,234.50', 'N/A']) {
      expect(row.getByText(text)).toBeTruthy()
    }
    expect(row.getByRole('link', { name: /Edit/ }).getAttribute('href')).toBe(
      `/medicines/edit/${medicine._id}`,
    )
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Category',
      'Stock',
      'Price',
      'Expiry Date',
      'Actions',
    ])
  })

  it('shows the composition of what was searched', async () => {
    const frisium = buildMedicine({ name: 'Frisium 5', composition: 'Clobazam 5 mg' })
    stubApi({ ...categories, 'GET /api/medicines': () => answerList([frisium]) })
    showList('/medicines?search=clobazam')
    expect((await rowOf('Frisium 5')).textContent).toContain('Frisium 5 · Clobazam 5 mg')
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

  it('opens the demand of a medicine by its name, only where an area of the deployment shows that', async () => {
    const medicine = buildMedicine({ name: 'Zinc' })
    stubApi({ ...categories, 'GET /api/medicines': () => answerList([medicine]) })
    showList()
    const link = within(await rowOf('Zinc')).getByRole('link', { name: 'Zinc' })
    expect(link.getAttribute('href')).toBe(`/medicines/${medicine._id}`)
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

  it('shows an administrator the way to the add form', async () => {
    stubApi({ ...categories, 'GET /api/medicines': () => answerList([buildMedicine()]) })
    showList()
    expect(screen.getByRole('link', { name: 'Add Medicine' }).getAttribute('href')).toBe('/medicines/add')
    await screen.findByRole('table')
  })

  it('shows a card with Try again when it cannot be fetched', async () => {
    let isBroken = true
    stubApi({
      ...categories,
      'GET /api/medicines': () => (isBroken ? problem(500, 'Out of order') : answerList([buildMedicine()])),
    })
    showList()
    expect(await screen.findByText('Failed to fetch medicines')).toBeTruthy()
    expect(await screen.findByText('Error 500: Out of order')).toBeTruthy()
    isBroken = false
    press('Try again')
    expect(await screen.findByRole('table')).toBeTruthy()
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

describe('pages', () => {
  const page = (call: { query: URLSearchParams }) => {
    const after = call.query.get('after')
    if (after === 'c2') return answerList([buildMedicine({ name: 'Third page' })], { total: 101 })
    if (after === 'c1')
      return answerList([buildMedicine({ name: 'Second page' })], { total: 101, next: 'c2' })
    return answerList([buildMedicine({ name: 'First page here' })], { total: 101, next: 'c1' })
  }

  it('opened from a link lead to the first one', async () => {
    stubApi({ ...categories, 'GET /api/medicines': page })
    showList('/medicines?page=2&after=c1')
    await rowOf('Second page')
    press('First page')
    expect(await rowOf('First page here')).toBeTruthy()
  })
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

  it.each([
    ['the next page moves up', [buildMedicine({ name: 'Two' })], 'region'],
    ['the list is empty then', [], undefined],
  ])('keeps the focus at the list when %s', async (_, left, role) => {
    let medicines = [buildMedicine({ name: 'One' })]
    stubApi({
      ...categories,
      'GET /api/medicines': () => answerList(medicines),
      'DELETE /api/medicines/:id': () => {
        medicines = left
        return new Response(null, { status: 204 })
      },
    })
    showList()
    await rowOf('One')
    // as a press does
    act(() => screen.getByRole('button', { name: 'Delete One' }).focus())
    press('Delete One')
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await expect.poll(() => screen.queryByRole('row', { name: /One/ })).toBeNull()
    await expect.poll(() => document.activeElement).not.toBe(document.body)
    if (role) expect(document.activeElement?.getAttribute('role')).toBe(role)
    else expect(document.activeElement?.textContent).toContain('No Medicines Found')
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
