import { type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildBatch,
  buildMedicine,
  choose,
  chooseType,
  enter,
  field,
  frames,
  posts,
  showSales,
  startServer,
  type,
} from '../../test/support.tsx'

const price = () => field(/^Unit Price/)
const nameOfPrice = () => {
  const ids = price().getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}
const SELLING = '₹30.00 is the selling price. Enter again to record ₹30.00'

beforeEach(() => localStorage.clear())

/** Dolo sells at 30. The server tells an administrator the last cost, where there is one. */
async function start(role: 'staff' | 'admin', costPrice?: number, batches: unknown[] = []) {
  signInAs(role)
  const medicine = buildMedicine({ name: 'Dolo 650', currentStock: 40, unitPrice: 30 })
  const server = startServer([medicine], {
    'GET /api/medicines/:id/batches': batches,
    'GET /api/medicines/:id': (_: StubbedCall) => ({ ...medicine, ...(costPrice && { costPrice }) }),
  })
  showSales()
  await choose('Dolo')
  return server
}

describe('the price of a purchase', () => {
  it('is the last cost, and that of a sale the selling price again', async () => {
    await start('admin', 21.5, [buildBatch({ unitPrice: 27 })])
    await expect.poll(() => price().value).toBe('27.00')
    chooseType('Purchase')
    await expect.poll(() => price().value).toBe('21.50')
    expect(nameOfPrice()).toBe('Last cost')
    for (const name of ['Return', 'Purchase', 'Sale']) {
      chooseType(name)
      await expect.poll(() => price().value).toBe({ Return: '30.00', Purchase: '21.50', Sale: '27.00' }[name])
    }
    expect(nameOfPrice()).not.toContain('cost')
  })

  it('is the last cost of every line of a delivery', async () => {
    const { calls } = await start('admin', 21.5)
    chooseType('Purchase')
    for (let line = 1; line <= 2; line += 1) {
      await expect.poll(() => price().value).toBe('21.50')
      type(field(/^New Expiry Date/), '12/31')
      enter()
      await expect.poll(() => posts(calls).length).toBe(line)
      expect(posts(calls)[line - 1]?.body).toMatchObject({ unitPrice: 21.5 })
      await choose('Dolo')
    }
  })

  it('stays as it was typed', async () => {
    await start('admin', 21.5)
    type(price(), '22')
    chooseType('Purchase')
    await frames()
    expect([price().value, nameOfPrice()]).toEqual(['22', ''])
    chooseType('Sale')
    await frames()
    expect(price().value).toBe('22')
  })

  it('is the selling price where there is no cost to see, and is asked about once', async () => {
    const { calls } = await start('staff')
    chooseType('Purchase')
    await frames()
    expect([price().value, nameOfPrice()]).toEqual(['30.00', 'Selling price'])
    type(field(/^New Expiry Date/), '12/31')
    enter()
    expect(screen.getByRole('alert').textContent).toBe(SELLING)
    expect(document.activeElement).toBe(price())
    await frames()
    expect(posts(calls)).toEqual([])
    enter()
    await expect.poll(() => posts(calls).length).toBe(1)
    expect(posts(calls)[0]?.body).toMatchObject({
      unitPrice: 30,
      confirmed: [{ code: 'cost_is_price', value: 30, compared: 30 }],
    })
  })

  it('is not asked about where another selling price begins with the delivery', async () => {
    const { calls } = await start('staff')
    chooseType('Purchase')
    type(field(/^New Price/), '35')
    type(field(/^New Expiry Date/), '12/31')
    enter()
    await expect.poll(() => posts(calls).length).toBe(1)
    expect(posts(calls)[0]?.body).not.toHaveProperty('confirmed')
  })
})
