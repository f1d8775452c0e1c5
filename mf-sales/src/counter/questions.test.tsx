import { defaultCounterLimits } from '@mms/contracts'
import { createEvent, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  asked,
  bodies,
  build,
  form,
  frames,
  offline,
  openSales,
  posts,
  recorded,
  SENT,
  type Stubs,
  type,
} from '../../test/support.tsx'

const LIMITS = 'GET /api/transactions/limits'
const price = () => form.field(/^Unit Price/)
const USUAL = 'Usual price is ₹30.00. Press Enter again to record ₹300.00'

/** Dolo is chosen, and its price typed wrongly. */
async function start(typed = '300', more: Stubs = {}) {
  const server = openSales([build.medicine({ name: 'Dolo 650', currentStock: 40, unitPrice: 30 })], more)
  await form.choose('Dolo')
  type(price(), typed)
  price().focus()
  return server
}

describe('a question', () => {
  it('is asked by the first Enter, under its field, and the second Enter records it with what was confirmed', async () => {
    const { calls } = await start()
    form.enter()
    expect(asked()).toBe(USUAL)
    expect(document.activeElement).toBe(price())
    expect(price().getAttribute('aria-describedby')).toBeTruthy()
    await frames()
    expect(posts(calls)).toEqual([])
    form.enter()
    await recorded()
    const confirmed = [{ code: 'price_far', value: 300, compared: 30 }]
    expect(bodies(calls)()).toMatchObject([{ unitPrice: 300, confirmed }])
    expect(asked()).toBeNull()
    expect(document.activeElement).toBe(form.picker())
    await screen.findByText(/^Asked: 10 × the usual price, confirmed by Asha Rao$/)
    // A confirmation is of one sale.
    await form.choose('Dolo')
    type(price(), '300')
    form.enter()
    await frames()
    expect(asked()).toBe(USUAL)
    expect(posts(calls)).toHaveLength(1)
  })

  it('is not answered by a key that bounces, nor by one that was pressed before it was drawn', async () => {
    const { calls } = await start()
    /** As a browser handles it: where the key's default is prevented, Enter submits nothing. */
    const pressAt = (timeStamp: number, key = 'Enter') => {
      const event = createEvent.keyDown(price(), { key })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      if (fireEvent(price(), event) && key === 'Enter') form.enter()
    }
    const startedAt = performance.now()
    pressAt(startedAt - 2_000)
    await frames()
    pressAt(startedAt - 1_000)
    expect(posts(calls)).toEqual([])
    const seenAt = performance.now() + 1_000
    pressAt(seenAt, 'Shift')
    pressAt(seenAt + 40)
    expect(asked()).toBe(USUAL)
    expect(posts(calls)).toEqual([])
    pressAt(seenAt + 200)
    await expect.poll(() => posts(calls).length).toBe(1)
  })

  it('is withdrawn by another value, by Escape and by blind typing, and asked again for the same one', async () => {
    const { calls } = await start()
    await form.enterTimes(1)
    // A number field takes no letters: nothing changes.
    for (const key of 'zinc') fireEvent.keyDown(price(), { key })
    await form.enterTimes(1)
    expect(asked()).toBe(USUAL)
    fireEvent.keyDown(price(), { key: 'Escape' })
    expect(asked()).toBeNull()
    expect([form.picker().value, price().value]).toEqual(['Dolo 650', '300'])
    expect(document.activeElement).toBe(price())
    await form.enterTimes(1)
    expect(asked()).toBe(USUAL)
    type(price(), '310')
    expect(asked()).toBeNull()
    await form.enterTimes(1)
    expect(asked()).toBe('Usual price is ₹30.00. Press Enter again to record ₹310.00')
    type(price(), '300')
    await form.enterTimes(1)
    expect(asked()).toBe(USUAL)
    expect(posts(calls)).toEqual([])
    type(price(), '30')
    form.enter()
    await expect.poll(() => posts(calls).length).toBe(1)
    expect(posts(calls)[0]?.body).not.toHaveProperty('confirmed')
  })

  it('is asked for each field, once each', async () => {
    const { calls } = await start('0')
    type(form.field(/^Quantity/), '41')
    form.enter()
    expect(asked()).toBe('Only 40 in stock. Press Enter again to record 41')
    expect(document.activeElement).toBe(form.field(/^Quantity/))
    await frames()
    form.enter()
    expect(asked()).toBe('Usual price is ₹30.00. Press Enter again to record ₹0.00')
    form.enter()
    await frames()
    expect(posts(calls)).toEqual([])
    form.enter()
    const confirmed = [{ code: 'quantity_above_stock', compared: 40 }, { code: 'price_zero' }]
    await expect.poll(bodies(calls)).toMatchObject([{ confirmed }])
  })
})

describe('the limits', () => {
  it('are those of the store', async () => {
    const limits = { ...defaultCounterLimits, priceTimes: 11, version: 1, changes: [] }
    const { calls } = await start('300', { [LIMITS]: limits })
    await expect.poll(() => localStorage.getItem('mms.sales.limits')).toContain('11')
    form.enter()
    await expect.poll(() => posts(calls).length).toBe(1)
  })

  it('are kept for a day without connection, and what was confirmed waits with the sale', async () => {
    localStorage.setItem('mms.sales.limits', JSON.stringify({ ...defaultCounterLimits, priceTimes: 2 }))
    const { calls } = await start('60', { [LIMITS]: offline, [SENT]: offline })
    form.enter()
    expect(asked()).toBe('Usual price is ₹30.00. Press Enter again to record ₹60.00')
    await frames()
    expect(posts(calls)).toEqual([])
    form.enter()
    await screen.findByText('Waiting to be sent')
    expect(posts(calls)[0]?.body).toMatchObject({ confirmed: [{ code: 'price_far' }] })
  })
})
