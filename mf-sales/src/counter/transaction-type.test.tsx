import { type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  amoxicillin,
  asked,
  BATCHES,
  bodies,
  build,
  form,
  frames,
  openSales,
  posts,
  recorded,
  showSales,
  type,
} from '../../test/support.tsx'
import { newTransactionDraft } from '../draft/draft.ts'
import { emptyForm } from '../draft/form-values.ts'
import { REST_MS } from './transaction-form.tsx'

const DRAFT = 'mms.sales.draft.user-staff'
const price = () => form.field(/^Unit Price/)
const quantity = () => form.field(/^Quantity/)

it('a delivery is over when the page is left: who comes back sells', async () => {
  const { unmount } = openSales([amoxicillin()])
  form.chooseType('Purchase')
  await form.choose('Amox')
  type(price(), '6')
  type(form.field(/^New Expiry Date/), '2031-05-31')
  form.submit()
  await recorded()
  unmount()
  expect(localStorage.getItem(DRAFT)).toBeNull()
  showSales()
  expect(form.chosenType()).toBe('sale')
})

describe('a minute of rest', () => {
  const rest = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  function showPurchase() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    openSales([amoxicillin()])
    form.chooseType('Purchase')
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
    for (const [control, text] of [
      [form.picker(), 'Amo'],
      [form.field(/^New Price/), '15'],
    ] as const) {
      type(control, text)
      rest(5 * REST_MS)
      expect([form.chosenType(), control.value]).toEqual(['purchase', text])
      type(control, '')
    }
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
  const expired = amoxicillin()
  const at = { pathname: '/sales', state: { record: { medicineId: expired._id, type: 'expired' } } }

  it.each([
    [[], 'expired', ''],
    [['2020-01-31', '2098-01-31'], 'expired', '20'],
    [['2098-01-31', '2098-02-28'], 'adjustment', ''],
    // The other half of the stock is on hold.
    [['2020-01-31'], 'expired', '20'],
    [['2098-01-31'], 'adjustment', ''],
  ])('drafts the units of %j that are meant, to be checked (%s)', async (dates, type, units) => {
    const prices = { _id: null, number: null, unitPrice: null, mrp: null }
    const batches = dates.map((expiryDate) => ({ ...prices, expiryDate, stock: 20 }))
    const state = { record: { ...at.state.record, type } }
    const { calls } = openSales([{ ...expired, batches } as typeof expired], {}, { ...at, state })
    await expect.poll(() => form.picker().value).toBe('Amoxicillin 500 mg')
    expect([form.chosenType(), quantity().value]).toEqual([type, units])
    expect(posts(calls)).toEqual([])
  })

  it('gives way to what is half typed, and says so', async () => {
    localStorage.setItem(DRAFT, JSON.stringify(newTransactionDraft({ ...emptyForm, quantity: '7' })))
    openSales([expired], {}, at)
    await screen.findByText('Another transaction is not finished')
    expect([form.chosenType(), quantity().value]).toEqual(['sale', '7'])
  })
})

/** Dolo sells at 30. The server tells an administrator the last cost, where there is one. */
async function start(batches: Parameters<typeof build.batch>[0][] = [], costPrice?: number) {
  const medicine = build.medicine({ name: 'Dolo 650', currentStock: 40, unitPrice: 30 })
  const server = openSales([medicine], {
    [BATCHES]: batches.map(build.batch),
    'GET /api/medicines/:id': (_: StubbedCall) => ({ ...medicine, ...(costPrice && { costPrice }) }),
  })
  await form.choose('Dolo')
  return server
}

describe('a write-off', () => {
  const old = { number: 'OLD', expiryDate: '2026-01-31' }

  async function writeOff(units: string, batches: Parameters<typeof start>[0]) {
    const { calls } = await start(batches)
    form.chooseType('Expired')
    await frames()
    type(quantity(), units)
    return calls
  }

  it.each([
    ['has not expired', [{ stock: 40 }]],
    ['is not known by batch', []],
    ['has expired in part', [old, { stock: 35 }]],
  ])('of stock that %s asks for a reason', async (_, batches) => {
    const calls = await writeOff('6', batches)
    await form.enterTimes(2)
    screen.getByText('This stock has not expired. Enter the reason.')
    expect(document.activeElement).toBe(form.field(/^Note/))
    expect(posts(calls)).toEqual([])
    type(form.field(/^Note/), 'broken in the fridge')
    form.enter()
    await expect.poll(bodies(calls)).toMatchObject([{ type: 'expired', note: 'broken in the fridge' }])
  })

  it('of expired stock is recorded by one Enter', async () => {
    const calls = await writeOff('5', [old, { stock: 35 }])
    form.enter()
    await expect.poll(() => posts(calls).length).toBe(1)
  })
})

describe('the price of a purchase', () => {
  const nameOfPrice = () => form.describing(/^Unit Price/)

  it('is the last cost, and that of a sale the selling price again', async () => {
    signInAs('admin')
    await start([{ unitPrice: 27 }], 21.5)
    await expect.poll(() => price().value).toBe('27.00')
    form.chooseType('Purchase')
    await expect.poll(() => price().value).toBe('21.50')
    expect(nameOfPrice()).toBe('Last cost')
    const prices = { Return: '30.00', Purchase: '21.50', Sale: '27.00' }
    for (const [name, value] of Object.entries(prices)) {
      form.chooseType(name)
      await expect.poll(() => price().value).toBe(value)
    }
    expect(nameOfPrice()).not.toContain('cost')
  })

  it('stays as it was typed', async () => {
    signInAs('admin')
    await start([], 21.5)
    type(price(), '22')
    form.chooseType('Purchase')
    await frames()
    expect([price().value, nameOfPrice()]).toEqual(['22', ''])
    form.chooseType('Sale')
    await frames()
    expect(price().value).toBe('22')
  })

  it('is the selling price where there is no cost to see, and is asked about once', async () => {
    const { calls } = await start()
    form.chooseType('Purchase')
    await frames()
    expect([price().value, nameOfPrice()]).toEqual(['30.00', 'Selling price'])
    type(form.field(/^New Expiry Date/), '12/31')
    form.enter()
    expect(asked()).toBe('₹30.00 is the selling price. Press Enter again to record ₹30.00')
    expect(document.activeElement).toBe(price())
    await frames()
    expect(posts(calls)).toEqual([])
    form.enter()
    const confirmed = [{ code: 'cost_is_price', value: 30, compared: 30 }]
    await expect.poll(bodies(calls)).toMatchObject([{ unitPrice: 30, confirmed }])
  })
})
