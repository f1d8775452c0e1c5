import { signInAs } from '@mms/sdk/test-support'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  buildMedicine,
  choose,
  chooseType,
  chosenType,
  field,
  freshCounter,
  picker,
  posts,
  showSales,
  startServer,
  submit,
  type,
} from '../../test/support.tsx'
import { newDraft } from '../draft/draft.ts'
import { emptyForm } from '../draft/form-values.ts'
import { REST_MS } from './use-back-to-sale.ts'

const DRAFT = 'mms.sales.draft.user-staff'
const amoxicillin = () => buildMedicine({ name: 'Amoxicillin 500 mg', currentStock: 40, unitPrice: 8.5 })
const recorded = () => screen.findByText(/^Transaction recorded successfully/)

beforeEach(freshCounter)
afterEach(() => {
  vi.useRealTimers()
})

describe('a delivery', () => {
  it('is over when the page is left: who comes back sells', async () => {
    startServer([amoxicillin()])
    const { unmount } = showSales()
    chooseType('Purchase')
    await choose('Amox')
    type(field(/^Unit Price/), '6')
    type(field(/^New Expiry Date/), '2031-05-31')
    submit()
    await recorded()
    unmount()
    expect(localStorage.getItem(DRAFT)).toBeNull()
    showSales()
    expect(chosenType()).toBe('sale')
  })

  it('that is half typed stays a purchase over a reload and a sign-in', async () => {
    startServer([amoxicillin()])
    const { unmount } = showSales()
    chooseType('Purchase')
    type(field(/^New Price/), '15')
    unmount()
    signInAs('staff')
    showSales()
    expect(chosenType()).toBe('purchase')
    expect(field(/^New Price/).value).toBe('15')
  })
})

describe('a minute of rest', () => {
  const rest = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  function showPurchase() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    startServer([amoxicillin()])
    const page = showSales()
    chooseType('Purchase')
    return page
  }

  it('brings an empty form back to Sale, and no less does', () => {
    showPurchase()
    rest(REST_MS - 1_000)
    expect(chosenType()).toBe('purchase')
    rest(1_000)
    expect(chosenType()).toBe('sale')
  })

  it('begins again with every key and every move of the pointer in the form', () => {
    showPurchase()
    rest(REST_MS - 2_000)
    fireEvent.keyDown(picker(), { key: 'Shift' })
    rest(REST_MS - 2_000)
    fireEvent.pointerMove(picker())
    rest(REST_MS - 2_000)
    expect(chosenType()).toBe('purchase')
    rest(2_000)
    expect(chosenType()).toBe('sale')
  })

  it('changes nothing that is half typed: not a price, not a text in the picker', () => {
    showPurchase()
    type(picker(), 'Amo')
    rest(5 * REST_MS)
    expect([chosenType(), picker().value]).toEqual(['purchase', 'Amo'])
    type(picker(), '')
    type(field(/^New Price/), '15')
    rest(5 * REST_MS)
    expect([chosenType(), field(/^New Price/).value]).toEqual(['purchase', '15'])
    type(field(/^New Price/), '')
    rest(REST_MS)
    expect(chosenType()).toBe('sale')
  })

  it('that a machine slept through is over before the first key does anything', () => {
    showPurchase()
    vi.setSystemTime(Date.now() + 2 * REST_MS)
    fireEvent.keyDown(picker(), { key: 'a' })
    expect(chosenType()).toBe('sale')
  })
})

describe('what a link of another area asks for', () => {
  const expired = buildMedicine({ name: 'Amoxicillin 500 mg', currentStock: 40, unitPrice: 8.5 })
  const at = { pathname: '/sales', state: { record: { medicineId: expired._id, type: 'expired' } } }

  it('stands in the form with all that is in stock, to be checked and recorded', async () => {
    const { calls } = startServer([expired])
    showSales(at)
    await expect.poll(() => picker().value).toBe('Amoxicillin 500 mg')
    expect([chosenType(), field(/^Quantity/).value]).toEqual(['expired', '40'])
    expect(posts(calls)).toEqual([])
  })

  it('replaces what another link asked for, while it is untouched', async () => {
    const other = buildMedicine({ name: 'Zinc 20 mg', currentStock: 3 })
    startServer([expired, other])
    const { unmount } = showSales(at)
    await expect.poll(() => picker().value).toBe('Amoxicillin 500 mg')
    unmount()
    showSales({ ...at, state: { record: { medicineId: other._id, type: 'adjustment' } } })
    await expect.poll(() => picker().value).toBe('Zinc 20 mg')
    expect([chosenType(), field(/^Quantity/).value]).toEqual(['adjustment', '3'])
  })

  it('gives way to what is half typed, and says so', async () => {
    localStorage.setItem(DRAFT, JSON.stringify(newDraft({ ...emptyForm, quantity: '7' })))
    startServer([expired])
    showSales(at)
    await screen.findByText('Another transaction is half typed')
    expect([chosenType(), field(/^Quantity/).value]).toEqual(['sale', '7'])
  })
})
