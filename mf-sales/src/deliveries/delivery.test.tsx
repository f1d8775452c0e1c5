import type { Transaction } from '@mms/contracts'
import type { StubbedCall } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  asked,
  BATCHES,
  bodies,
  build,
  form,
  frames,
  offline,
  openSales,
  posts,
  type,
} from '../../test/support.tsx'

const WITHOUT = 'No batch number and no expiry date. Press Enter again to record it without'
const batchField = () => form.field(/^Batch/)
const delivery = (number: string | null, expiryDate: string | null, more: Partial<Transaction> = {}) => {
  const lines = [{ batchId: 'b', number, expiryDate, effect: 5, balanceAfter: 5 }]
  return build.transaction({ type: 'purchase', lines, ...more })
}

/** A purchase of Dolo, at a price of its own, whose deliveries are known by the second frame. */
async function deliver(deliveries: Transaction[] | (() => never), batches: unknown[] = []) {
  const queries: URLSearchParams[] = []
  const server = openSales([build.medicine({ name: 'Dolo 650', currentStock: 40, unitPrice: 30 })], {
    [BATCHES]: batches,
    'GET /api/transactions': ({ query }: StubbedCall) => {
      queries.push(query)
      if (typeof deliveries === 'function') return deliveries()
      return Response.json(query.get('type') === 'purchase' ? deliveries : [])
    },
  })
  await form.choose('Dolo')
  form.chooseType('Purchase')
  await expect.poll(() => queries.some((query) => query.get('type') === 'purchase')).toBe(true)
  await frames()
  type(form.field(/^Unit Price/), '20')
  return server.calls
}
describe('a delivery without batch and date', () => {
  it('is asked about once where only an undone one had them', async () => {
    const calls = await deliver([delivery('X', '2027-12-31', { reversedBy: 'r' })])
    form.enter()
    expect(asked()).toBe(WITHOUT)
    expect(document.activeElement).toBe(batchField())
    await frames()
    expect(posts(calls)).toEqual([])
    form.enter()
    await expect.poll(bodies(calls)).toMatchObject([{ confirmed: [{ code: 'batch_missing' }] }])
    expect(posts(calls)[0]?.body).not.toHaveProperty('batch')
  })

  it('is recorded by an Enter for neither where the last one had both', async () => {
    const calls = await deliver([delivery('AB12', '2027-12-31')])
    await form.enterTimes(3)
    expect(asked()).toBe('Please correct the marked fields')
    expect(document.activeElement).toBe(batchField())
    expect(form.describing(/^Batch/)).toContain('The last delivery had a batch number')
    expect(form.describing(/^New Expiry Date/)).toContain('The last delivery had an expiry date')
    expect(posts(calls)).toEqual([])
    type(batchField(), 'AB13')
    await form.enterTimes(1)
    expect(posts(calls)).toEqual([])
    type(form.field(/^New Expiry Date/), '12/31')
    form.enter()
    const known = { batch: { number: 'AB13' }, newExpiryDate: '2031-12-31' }
    await expect.poll(bodies(calls)).toMatchObject([known])
  })

  it('is asked about where the deliveries cannot be read', async () => {
    const calls = await deliver(offline)
    form.enter()
    await screen.findByText(WITHOUT)
    await frames()
    form.enter()
    await expect.poll(bodies(calls)).toHaveLength(1)
  })

  it('is not recorded onto expired stock without a batch number, however often Enter is pressed', async () => {
    const expired = build.batch({ number: null, expiryDate: '2026-10-18' })
    const calls = await deliver([delivery(null, null)], [expired])
    await frames()
    await form.enterTimes(3)
    const text = form.describing(/^Batch/)
    expect(text).toMatch(/^Enter batch and expiry date\. Stock without a number expired on /)
    expect(posts(calls)).toEqual([])
    type(form.field(/^New Expiry Date/), '12/31')
    form.enter()
    await expect.poll(bodies(calls)).toMatchObject([{ newExpiryDate: '2031-12-31' }])
  })
})

it('a number without a date is asked about, unless the number is in stock', async () => {
  const calls = await deliver([], [build.batch({ number: 'AB12' })])
  type(batchField(), 'ab13')
  form.enter()
  expect(asked()).toBe('No expiry date. Press Enter again to record it without')
  expect(document.activeElement).toBe(form.field(/^New Expiry Date/))
  await frames()
  type(batchField(), 'ab12')
  form.enter()
  await expect.poll(bodies(calls)).toMatchObject([{ batch: { number: 'AB12' } }])
  expect(posts(calls)[0]?.body).not.toHaveProperty('confirmed')
})

it('a date without a number is asked about nothing', async () => {
  const calls = await deliver([])
  type(form.field(/^New Expiry Date/), '12/31')
  form.enter()
  await expect.poll(bodies(calls)).toHaveLength(1)
  expect(posts(calls)[0]?.body).not.toHaveProperty('confirmed')
})
