import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  bodies,
  build,
  form,
  frames,
  openSales,
  posts,
  showSales,
  type startServer,
  type,
} from '../../test/support.tsx'
import { newTransactionDraft } from '../draft/draft.ts'
import { emptyForm } from '../draft/form-values.ts'
import { REST_MS } from './transaction-form.tsx'

const DRAFT = 'mms.sales.draft.user-staff'
const amoxicillin = () => build.medicine({ name: 'Amoxicillin 500 mg', currentStock: 40, unitPrice: 8.5 })
const recorded = () => screen.findByText(/^Transaction recorded successfully/)

afterEach(() => {
  vi.useRealTimers()
})

describe('a delivery', () => {
  it('is over when the page is left: who comes back sells', async () => {
    const { unmount } = openSales([amoxicillin()])
    form.chooseType('Purchase')
    await form.choose('Amox')
    type(form.field(/^Unit Price/), '6')
    type(form.field(/^New Expiry Date/), '2031-05-31')
    form.submit()
    await recorded()
    unmount()
    expect(localStorage.getItem(DRAFT)).toBeNull()
    showSales()
    expect(form.chosenType()).toBe('sale')
  })
})

describe('a minute of rest', () => {
  const rest = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  function showPurchase() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const page = openSales([amoxicillin()])
    form.chooseType('Purchase')
    return page
  }

  it('begins again with every key and every move of the pointer in the form', () => {
    showPurchase()
    rest(REST_MS - 2_000)
    fireEvent.keyDown(form.picker(), { key: 'Shift' })
    rest(REST_MS - 2_000)
    fireEvent.pointerMove(form.picker())
    rest(REST_MS - 2_000)
    expect(form.chosenType()).toBe('purchase')
    rest(2_000)
    expect(form.chosenType()).toBe('sale')
  })

  it('changes nothing that is half typed: not a price, not a text in the picker', () => {
    showPurchase()
    type(form.picker(), 'Amo')
    rest(5 * REST_MS)
    expect([form.chosenType(), form.picker().value]).toEqual(['purchase', 'Amo'])
    type(form.picker(), '')
    type(form.field(/^New Price/), '15')
    rest(5 * REST_MS)
    expect([form.chosenType(), form.field(/^New Price/).value]).toEqual(['purchase', '15'])
    type(form.field(/^New Price/), '')
    rest(REST_MS)
    expect(form.chosenType()).toBe('sale')
  })

  it('that a machine slept through is over before the first key does anything', () => {
    showPurchase()
    vi.setSystemTime(Date.now() + 2 * REST_MS)
    fireEvent.keyDown(form.picker(), { key: 'a' })
    expect(form.chosenType()).toBe('sale')
  })
})

describe('what a link of another area asks for', () => {
  const expired = build.medicine({ name: 'Amoxicillin 500 mg', currentStock: 40, unitPrice: 8.5 })
  const at = { pathname: '/sales', state: { record: { medicineId: expired._id, type: 'expired' } } }

  it('stands in the form with all that is in stock, to be checked and recorded', async () => {
    const { calls } = openSales([expired], {}, at)
    await expect.poll(() => form.picker().value).toBe('Amoxicillin 500 mg')
    expect([form.chosenType(), form.field(/^Quantity/).value]).toEqual(['expired', '40'])
    expect(posts(calls)).toEqual([])
  })

  it('gives way to what is half typed, and says so', async () => {
    localStorage.setItem(DRAFT, JSON.stringify(newTransactionDraft({ ...emptyForm, quantity: '7' })))
    openSales([expired], {}, at)
    await screen.findByText('Another transaction is not finished')
    expect([form.chosenType(), form.field(/^Quantity/).value]).toEqual(['sale', '7'])
  })
})

describe('a write-off', () => {
  const REASON = 'This stock has not expired. Enter the reason.'

  const old = { number: 'OLD', expiryDate: '2026-01-31' }

  async function start(
    batches: Parameters<typeof build.batch>[0][],
    more: Parameters<typeof startServer>[1] = {},
  ) {
    const server = openSales([build.medicine({ name: 'Dolo 650', currentStock: 40, unitPrice: 30 })], {
      'GET /api/medicines/:id/batches': batches.map(build.batch),
      ...more,
    })
    await form.choose('Dolo')
    form.chooseType('Expired')
    await frames()
    return server
  }

  it.each([
    ['has not expired', [{ stock: 40 }]],
    ['is not known by batch', []],
    ['has expired in part', [old, { stock: 35 }]],
  ])('a write-off of stock that %s asks for a reason', async (_, batches) => {
    const { calls } = await start(batches)
    type(form.field(/^Quantity/), '6')
    for (let count = 0; count < 2; count += 1) {
      form.enter()
      await frames()
    }
    expect(screen.getByText(REASON)).toBeTruthy()
    expect(document.activeElement).toBe(form.field(/^Note/))
    expect(posts(calls)).toEqual([])
    type(form.field(/^Note/), 'broken in the fridge')
    form.enter()
    await expect.poll(bodies(calls)).toMatchObject([{ type: 'expired', note: 'broken in the fridge' }])
  })

  it('a write-off of expired stock is recorded by one Enter', async () => {
    const { calls } = await start([old, { stock: 35 }])
    type(form.field(/^Quantity/), '5')
    form.enter()
    await expect.poll(() => posts(calls).length).toBe(1)
  })
})
