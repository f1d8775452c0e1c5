import { defaultCounterLimits } from '@mms/contracts'
import { createEvent, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  bodies,
  build,
  form,
  frames,
  offline,
  openSales,
  posts,
  SENT,
  type startServer,
  type,
} from '../../test/support.tsx'

const LIMITS = 'GET /api/transactions/limits'
const dolo = () => build.medicine({ name: 'Dolo 650', currentStock: 40, unitPrice: 30 })
const asked = () => screen.queryByRole('alert')?.textContent ?? null
const USUAL = 'Usual price is ₹30.00. Press Enter again to record ₹300.00'

/** Dolo is chosen, and its price typed wrongly. */
async function start(price = '300', more: Parameters<typeof startServer>[1] = {}) {
  const server = openSales([dolo(), build.medicine({ name: 'Zinc' })], more)
  await form.choose('Dolo')
  type(form.field(/^Unit Price/), price)
  form.field(/^Unit Price/).focus()
  return server
}

afterEach(() => vi.useRealTimers())

describe('a question', () => {
  it('is asked by the first Enter, under its field, and the second Enter records it with what was confirmed', async () => {
    const { calls } = await start()
    form.enter()
    expect(asked()).toBe(USUAL)
    expect(document.activeElement).toBe(form.field(/^Unit Price/))
    expect(form.field(/^Unit Price/).getAttribute('aria-describedby')).toBeTruthy()
    await frames()
    expect(posts(calls)).toEqual([])
    form.enter()
    await screen.findByText(/^Transaction recorded successfully/)
    expect(posts(calls)).toHaveLength(1)
    expect(posts(calls)[0]?.body).toMatchObject({
      unitPrice: 300,
      confirmed: [{ code: 'price_far', value: 300, compared: 30 }],
    })
    expect(asked()).toBeNull()
    expect(document.activeElement).toBe(form.picker())
    expect(await screen.findByText(/^Asked: 10 × the usual price, confirmed by Asha Rao$/)).toBeTruthy()
    // A confirmation is of one sale.
    await form.choose('Dolo')
    type(form.field(/^Unit Price/), '300')
    form.enter()
    await frames()
    expect(asked()).toBe(USUAL)
    expect(posts(calls)).toHaveLength(1)
  })

  it('is not answered by a key that bounces, nor by one that was pressed before it was drawn', async () => {
    const { calls } = await start()
    /** As a browser handles it: where the key's default is prevented, Enter submits nothing. */
    const pressAt = (timeStamp: number, key = 'Enter') => {
      const event = createEvent.keyDown(form.field(/^Unit Price/), { key })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      if (fireEvent(form.field(/^Unit Price/), event) && key === 'Enter') form.enter()
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

  it('is withdrawn by another value, and asked again for the same one', async () => {
    const { calls } = await start()
    form.enter()
    await frames()
    type(form.field(/^Unit Price/), '310')
    expect(asked()).toBeNull()
    form.enter()
    expect(asked()).toBe('Usual price is ₹30.00. Press Enter again to record ₹310.00')
    await frames()
    type(form.field(/^Unit Price/), '300')
    form.enter()
    expect(asked()).toBe(USUAL)
    await frames()
    expect(posts(calls)).toEqual([])
    type(form.field(/^Unit Price/), '30')
    form.enter()
    await expect.poll(() => posts(calls).length).toBe(1)
    expect(posts(calls)[0]?.body).not.toHaveProperty('confirmed')
  })

  it('is not answered by an Enter after something was typed blindly', async () => {
    const { calls } = await start()
    form.enter()
    await frames()
    // A number field takes no letters: nothing changes.
    for (const key of 'zinc') fireEvent.keyDown(form.field(/^Unit Price/), { key })
    form.enter()
    expect(asked()).toBe(USUAL)
    expect(posts(calls)).toEqual([])
  })

  it('is left by Escape, which goes back to the field and keeps what is typed', async () => {
    const { calls } = await start()
    form.enter()
    await frames()
    fireEvent.keyDown(form.field(/^Unit Price/), { key: 'Escape' })
    expect(asked()).toBeNull()
    expect(form.picker().value).toBe('Dolo 650')
    expect(form.field(/^Unit Price/).value).toBe('300')
    expect(document.activeElement).toBe(form.field(/^Unit Price/))
    form.enter()
    expect(asked()).toBe(USUAL)
    expect(posts(calls)).toEqual([])
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
    await expect.poll(bodies(calls)).toMatchObject([
      {
        confirmed: [{ code: 'quantity_above_stock', compared: 40 }, { code: 'price_zero' }],
      },
    ])
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
    const kept = { ...defaultCounterLimits, priceTimes: 2 }
    localStorage.setItem('mms.sales.limits', JSON.stringify(kept))
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
