import { newKey, outbox } from '@mms/sdk'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  answerCatalogue,
  asked,
  BATCHES,
  build,
  form,
  frames,
  openSales,
  posts,
  recorded,
  type,
} from '../../test/support.tsx'
import { drafts } from '../draft/draft.ts'
import { emptyForm } from '../draft/form-values.ts'

const held = build.batch({ number: 'H', status: 'recalled' })
const expired = build.batch({ number: 'X', expiryDate: '2020-01-31' })
const price = () => form.field(/^Unit Price/)
const dolo = (currentStock = 5) =>
  build.medicine({ name: 'Dolo 650', currentStock, unitPrice: 2.5, expiryDate: '2097-02-28' })

/** A sale of Dolo, with an MRP or none, and these batches. */
async function begin(batches: object[], currentStock = 5, mrp: number | null = null) {
  const medicine = dolo(currentStock)
  const server = openSales([medicine], {
    'GET /api/medicines/catalogue': answerCatalogue([{ ...medicine, mrp }]),
    [BATCHES]: batches,
  })
  await form.choose('Dolo')
  return server
}

it.each([
  [
    'expired',
    [expired, { ...expired, _id: 'x', number: 'Y', expiryDate: '2020-03-31' }],
    /^All stock has expired, the last/,
  ],
  ['on hold', [held], /^All stock is on hold: cannot be sold$/],
  ['expired or on hold', [held, expired], /^All stock has expired or is on hold: cannot be sold$/],
])('a sale of stock that is all %s is refused at once, without a question', async (_, batches, said) => {
  const { calls } = await begin(batches, 5 * batches.length)
  await screen.findByText(said)
  screen.getByText(/0 of \d+ can be sold/)
  for (let count = 0; count < 2; count += 1) {
    form.enter()
    await screen.findByText(/^Dolo 650 cannot be sold: all stock /)
    expect(screen.queryByText(/Enter again/)).toBeNull()
    await frames()
  }
  expect(posts(calls)).toEqual([])
  form.chooseType('Expired')
  await expect.poll(() => screen.queryByText(/cannot be sold/)).toBeNull()
  type(form.field(/^Note/), 'cannot be sold')
  form.enter()
  await recorded()
  expect(posts(calls)[0]?.body).toMatchObject({ type: 'expired' })
})

it.each([
  ['its batch', 2.75, '₹3.00 is above ₹2.75, the MRP of batch P of Dolo 650'],
  ['its medicine', null, '₹3.00 is above ₹2.90, the MRP of batch P of Dolo 650'],
])('a price above the MRP of %s is an error, never a question', async (_, mrp, said) => {
  const { calls } = await begin([build.batch({ number: 'P', mrp })], 5, 2.9)
  await screen.findByText(/^P · Exp/)
  for (let count = 0; count < 2; count += 1) {
    type(price(), '3')
    form.enter()
    await screen.findByText(said)
    expect(screen.queryByText(/Enter again/)).toBeNull()
    expect(document.activeElement).toBe(price())
    await frames()
  }
  expect(posts(calls)).toEqual([])
  type(price(), mrp ? '2.75' : '2.90')
  form.enter()
  await recorded()
})

it('a price above the MRP of the medicine, and not of its batch, is recorded', async () => {
  await begin([build.batch({ number: 'P', mrp: 4 })], 5, 2.9)
  await screen.findByText(/^P · Exp/)
  type(price(), '3')
  form.enter()
  await recorded()
})

it('a sale of stock that has expired since it was made is for the server to judge', async () => {
  const medicine = dolo()
  const values = { ...emptyForm, medicine, unitPrice: '2.50' }
  drafts.save('user-staff', { key: newKey(), madeAt: '2020-01-30T06:30:00.000Z', values })
  const { calls } = openSales([medicine], { [BATCHES]: [expired] })
  await screen.findByText(/^All stock expired on/)
  form.enter()
  expect(screen.queryByText(/^Dolo 650 cannot be sold/)).toBeNull()
  await frames()
  await form.enterTimes(1)
  expect(posts(calls)).toHaveLength(1)
})

it('a sale is for the server to judge where more is in stock than the batches that were read', async () => {
  const { calls } = await begin([expired], 6)
  await screen.findByText(/^1 in stock/)
  form.enter()
  await recorded()
  expect(posts(calls)).toHaveLength(1)
})

it('a sale is for the server to judge while a delivery is on its way, however much is written off before it', async () => {
  const server = openSales([dolo()], { [BATCHES]: [expired] })
  server.hold()
  const order = async (name: string, units: string, delivery: [RegExp, string][] = []) => {
    form.chooseType(name)
    await form.choose('Dolo')
    type(form.field(/^Quantity/), units)
    for (const [label, text] of delivery) type(form.field(label), text)
    form.enter()
  }
  await order('Expired', '5')
  await expect.poll(() => outbox.list().length).toBe(1)
  await order('Purchase', '5', [
    [/^Unit Price/, '2'],
    [/^New Expiry Date/, '2031-05-31'],
  ])
  await expect.poll(() => outbox.list().length).toBe(2)
  await order('Sale', '1')
  await expect.poll(asked).toMatch(/Enter again/)
  await frames()
  form.enter()
  await expect.poll(() => outbox.list().length).toBe(3)
  expect(posts(server.calls)).toHaveLength(1)
})
