import type { BatchLine, Transaction } from '@mms/contracts'
import type { StubbedCall } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  build,
  form,
  frames,
  offline,
  openSales,
  posts,
  type startServer,
  type,
} from '../../test/support.tsx'

const WITHOUT = 'No batch number and no expiry date. Press Enter again to record it without'
const asked = () => screen.queryByRole('alert')?.textContent ?? null
const errorOf = (label: RegExp) => {
  const id =
    form.field(label).getAttribute('aria-errormessage') ?? form.field(label).getAttribute('aria-describedby')
  return id
    ?.split(' ')
    .map((one) => document.getElementById(one)?.textContent)
    .join(' ')
}

const line = (parts: Partial<BatchLine>): BatchLine[] => [
  { batchId: 'b', number: null, expiryDate: null, effect: 5, balanceAfter: 5, ...parts },
]
const delivery = (parts: Partial<BatchLine>, more: Partial<Transaction> = {}) =>
  build.transaction({ type: 'purchase', lines: line(parts), ...more })

/** A purchase of Dolo, at a price of its own, whose deliveries are known by the second frame. */
async function deliver(deliveries: Transaction[] | (() => never), batches: unknown[] = []) {
  const queries: URLSearchParams[] = []
  const server = openSales([build.medicine({ name: 'Dolo 650', currentStock: 40, unitPrice: 30 })], {
    'GET /api/medicines/:id/batches': batches,
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
  return server
}
const sent = async ({ calls }: ReturnType<typeof startServer>) => {
  await expect.poll(() => posts(calls).length).toBe(1)
  return posts(calls)[0]?.body
}

describe('a delivery without batch and date', () => {
  it('is asked about once where only an undone one had them', async () => {
    const server = await deliver([delivery({ number: 'X', expiryDate: '2027-12-31' }, { reversedBy: 'r' })])
    form.enter()
    expect(asked()).toBe(WITHOUT)
    expect(document.activeElement).toBe(form.field(/^Batch/))
    await frames()
    expect(posts(server.calls)).toEqual([])
    form.enter()
    expect(await sent(server)).toMatchObject({ confirmed: [{ code: 'batch_missing' }] })
    expect(await sent(server)).not.toHaveProperty('batch')
  })

  it('is recorded by an Enter for neither where the last one had both', async () => {
    const server = await deliver([delivery({ number: 'AB12', expiryDate: '2027-12-31' })])
    for (let count = 0; count < 3; count += 1) {
      form.enter()
      await frames()
    }
    expect(asked()).toBe('Please correct the marked fields')
    expect(document.activeElement).toBe(form.field(/^Batch/))
    expect(errorOf(/^Batch/)).toContain('The last delivery had a batch number')
    expect(errorOf(/^New Expiry Date/)).toContain('The last delivery had an expiry date')
    expect(posts(server.calls)).toEqual([])
    type(form.field(/^Batch/), 'AB13')
    form.enter()
    await frames()
    expect(posts(server.calls)).toEqual([])
    type(form.field(/^New Expiry Date/), '12/31')
    form.enter()
    expect(await sent(server)).toMatchObject({ batch: { number: 'AB13' }, newExpiryDate: '2031-12-31' })
  })

  it('is asked about where the deliveries cannot be read', async () => {
    const server = await deliver(offline)
    form.enter()
    await screen.findByText(WITHOUT)
    await frames()
    form.enter()
    await sent(server)
  })

  it('is not recorded onto expired stock without a batch number, however often Enter is pressed', async () => {
    const expired = build.batch({ number: null, expiryDate: '2026-10-18' })
    const server = await deliver([delivery({})], [expired])
    await frames()
    for (let count = 0; count < 3; count += 1) {
      form.enter()
      await frames()
    }
    expect(errorOf(/^Batch/)).toMatch(/^Enter batch and expiry date\. Stock without a number expired on /)
    expect(posts(server.calls)).toEqual([])
    type(form.field(/^New Expiry Date/), '12/31')
    form.enter()
    expect(await sent(server)).toMatchObject({ newExpiryDate: '2031-12-31' })
  })
})

it('a number without a date is asked about, unless the number is in stock', async () => {
  const server = await deliver([], [build.batch({ number: 'AB12' })])
  type(form.field(/^Batch/), 'ab13')
  form.enter()
  expect(asked()).toBe('No expiry date. Press Enter again to record it without')
  expect(document.activeElement).toBe(form.field(/^New Expiry Date/))
  await frames()
  type(form.field(/^Batch/), 'ab12')
  form.enter()
  expect(await sent(server)).toMatchObject({ batch: { number: 'AB12' } })
  expect(await sent(server)).not.toHaveProperty('confirmed')
})

it('a date without a number is asked about nothing', async () => {
  const server = await deliver([])
  type(form.field(/^New Expiry Date/), '12/31')
  form.enter()
  expect(await sent(server)).not.toHaveProperty('confirmed')
})
