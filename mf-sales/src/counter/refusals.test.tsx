import { newKey, outbox } from '@mms/sdk'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerCatalogue, build, form, frames, openSales, posts, SENT, type } from '../../test/support.tsx'
import { drafts } from '../draft/draft.ts'
import { emptyForm } from '../draft/form-values.ts'

const dolo = (currentStock: number) =>
  build.medicine({ name: 'Dolo 650', currentStock, unitPrice: 2.5, expiryDate: '2097-02-28' })
const held = build.batch({ number: 'H', status: 'recalled' })
const expired = build.batch({ number: 'X', expiryDate: '2020-01-31' })

const begin = async (batches: unknown, currentStock: number) => {
  const server = openSales([dolo(currentStock)], { 'GET /api/medicines/:id/batches': batches as object })
  await form.choose('Dolo')
  return server
}
const recorded = () => screen.findByText(/^Transaction recorded successfully/)

describe('a sale', () => {
  it.each([
    [
      'expired',
      [expired, { ...expired, _id: 'x', expiryDate: '2020-03-31' }],
      /^All stock has expired, the last/,
    ],
    ['on hold', [held], /^All stock is on hold: cannot be sold$/],
    ['expired or on hold', [held, expired], /^All stock has expired or is on hold: cannot be sold$/],
  ])('of stock that is all %s is refused at once, without a question', async (_, batches, said) => {
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
    ['its batch', { number: 'P', mrp: 2.75 }, '₹3.00 is above ₹2.75, the MRP of batch P of Dolo 650'],
    ['its medicine', { number: 'P' }, '₹3.00 is above ₹2.90, the MRP of batch P of Dolo 650'],
  ])('above the MRP of %s is an error of its price, never a question', async (_, parts, said) => {
    const batch = build.batch(parts)
    const medicine = dolo(5)
    const { calls } = openSales([medicine], {
      'GET /api/medicines/catalogue': answerCatalogue([{ ...medicine, mrp: 2.9 }]),
      'GET /api/medicines/:id/batches': [batch],
    })
    await form.choose('Dolo')
    await screen.findByText(/^P · Exp/)
    for (let count = 0; count < 2; count += 1) {
      type(form.field(/^Unit Price/), '3')
      form.enter()
      await screen.findByText(said)
      expect(screen.queryByText(/Enter again/)).toBeNull()
      expect(document.activeElement).toBe(form.field(/^Unit Price/))
      await frames()
    }
    expect(posts(calls)).toEqual([])
    type(form.field(/^Unit Price/), batch.mrp ? '2.75' : '2.90')
    form.enter()
    await recorded()
  })

  it('above the MRP of the medicine, and not of its batch, is recorded', async () => {
    const medicine = dolo(5)
    openSales([medicine], {
      'GET /api/medicines/catalogue': answerCatalogue([{ ...medicine, mrp: 2.9 }]),
      'GET /api/medicines/:id/batches': [build.batch({ number: 'P', mrp: 4 })],
    })
    await form.choose('Dolo')
    await screen.findByText(/^P · Exp/)
    type(form.field(/^Unit Price/), '3')
    form.enter()
    await recorded()
  })

  it('of stock that has expired since it was made is for the server to judge', async () => {
    const medicine = dolo(5)
    const draft = {
      key: newKey(),
      madeAt: '2020-01-30T06:30:00.000Z',
      values: { ...emptyForm, medicine, unitPrice: '2.50' },
    }
    drafts.save('user-staff', draft)
    const { calls } = openSales([medicine], { 'GET /api/medicines/:id/batches': [expired] })
    await screen.findByText(/^All stock expired on/)
    form.enter()
    expect(screen.queryByText(/^Dolo 650 cannot be sold/)).toBeNull()
    await frames()
    form.enter()
    await frames()
    expect(posts(calls)).toHaveLength(1)
  })

  it('is for the server to judge where more is in stock than the batches that were read', async () => {
    const { calls } = await begin([expired], 6)
    await screen.findByText(/^1 in stock/)
    form.enter()
    await recorded()
    expect(posts(calls)).toHaveLength(1)
  })

  it('is for the server to judge while a delivery is on its way, however much is written off before it', async () => {
    const { calls } = openSales([dolo(5)], {
      'GET /api/medicines/:id/batches': [expired],
      [SENT]: () => new Promise<Response>(() => {}),
    })
    for (const [index, name] of ['Expired', 'Purchase'].entries()) {
      form.chooseType(name)
      await form.choose('Dolo')
      type(form.field(/^Quantity/), '5')
      if (name === 'Purchase') {
        type(form.field(/^Unit Price/), '2')
        type(form.field(/^New Expiry Date/), '2031-05-31')
      }
      form.enter()
      await expect.poll(() => outbox.list().length).toBe(index + 1)
    }
    form.chooseType('Sale')
    await form.choose('Dolo')
    form.enter()
    expect((await screen.findByRole('alert')).textContent).toMatch(/Enter again/)
    await frames()
    form.enter()
    await expect.poll(() => outbox.list().length).toBe(3)
    expect(posts(calls)).toHaveLength(1)
  })
})
