import { addDays, storeDate } from '@mms/contracts'
import { problem, signInAs } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { buildMedicine, choose, offline, picker, showSales, startServer, type } from '../../test/support.tsx'

const options = () => screen.queryAllByRole('option', { name: /in stock/ }).map((it) => it.textContent)

beforeEach(() => {
  localStorage.clear()
  signInAs('staff')
})

it('asks the server for what is typed, a page at a time', async () => {
  const { calls } = startServer([buildMedicine({ name: 'Amoxicillin', currentStock: 1200 })])
  showSales()
  type(picker(), 'amo')
  await expect.poll(options).toEqual(['Amoxicillin1,200 in stock'])
  const last = () => String(calls.filter(({ path }) => path === '/api/medicines').at(-1)?.query)
  await expect.poll(last).toBe('search=amo&limit=50')
})

it('offers what begins with the typed text first', async () => {
  const names = ['Clavulanic Amox', 'Damox', 'Amoxicillin']
  startServer(names.map((name) => buildMedicine({ name, currentStock: 1 })))
  showSales()
  type(picker(), 'amox')
  await expect
    .poll(options)
    .toEqual(['Amoxicillin1 in stock', 'Clavulanic Amox1 in stock', 'Damox1 in stock'])
})

it('marks expired medicines, and says before a sale of one that it will be refused', async () => {
  const yesterday = addDays(storeDate(), -1)
  startServer([buildMedicine({ name: 'Old stock', currentStock: 3, expiryDate: yesterday })])
  showSales()
  await choose('Old', 'Old stock')
  screen.getByText(/expired on/)
  screen.getByText('Expired stock cannot be sold; Expired writes it off.')
  fireEvent.click(picker())
  await screen.findByRole('option', { name: /^Old stock.*Expired.*3 in stock/ })
})

it('says that the medicines cannot be loaded, and tries again by Enter', async () => {
  let isBroken = true
  startServer([], {
    'GET /api/medicines': () => (isBroken ? problem(500, 'Out of order') : [buildMedicine({ name: 'Zinc' })]),
  })
  showSales()
  type(picker(), 'zi')
  expect((await screen.findAllByText('Failed to load medicines')).length).toBeGreaterThan(0)
  expect((await screen.findAllByText(/Error 500: Out of order/)).length).toBeGreaterThan(0)
  isBroken = false
  fireEvent.keyDown(picker(), { key: 'Enter' })
  // The Enter is remembered: it takes what the text finds.
  await expect.poll(() => picker().value).toBe('Zinc')
})

it('goes on with the medicines it knows while the server is away', async () => {
  let isAway = false
  startServer([], {
    'GET /api/medicines': () => (isAway ? offline() : [buildMedicine({ name: 'Zinc', currentStock: 5 })]),
  })
  showSales()
  type(picker(), 'z')
  await expect.poll(options).toEqual(['Zinc5 in stock'])
  isAway = true
  type(picker(), 'zinc')
  await expect.poll(options).toEqual(['Zinc5 in stock'])
  type(picker(), 'zincx')
  expect((await screen.findAllByText('Failed to load medicines')).length).toBeGreaterThan(0)
})
