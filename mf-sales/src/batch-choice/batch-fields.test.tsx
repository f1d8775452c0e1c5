import { formatDate } from '@mms/ui'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  BATCHES,
  bodies,
  build,
  form,
  openSales,
  posts,
  press,
  recorded,
  type Stubs,
  type,
} from '../../test/support.tsx'

const dolo = () =>
  build.medicine({ name: 'Dolo 650', currentStock: 15, unitPrice: 2.5, expiryDate: '2097-02-28' })
const first = build.batch({ number: 'B', expiryDate: '2097-02-28' })
const second = build.batch({ number: 'A', expiryDate: '2097-08-31' })
const unmarked = build.batch({ number: null, expiryDate: null })
const held = build.batch({ number: 'H', status: 'recalled' })
const expired = build.batch({ number: 'X', expiryDate: '2020-01-31' })

const begin = async (batches: Stubs[string] = [second, first, unmarked, held, expired], packSize = 1) => {
  const server = openSales([{ ...dolo(), packSize }], { [BATCHES]: batches })
  await form.choose('Dolo')
  return server
}
/** Dates hold spaces that never break, which a search by text takes for others. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')
const textsOf = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => plain(textContent ?? ''))
const AB = [
  plain(`B · Exp ${formatDate('2097-02-28')} · 5`),
  plain(`A · Exp ${formatDate('2097-08-31')} · 5`),
]
const batchField = () => form.field(/^Batch/)
const findBatch = () => screen.findByLabelText<HTMLSelectElement>(/^Batch/)

describe('the batch of a sale', () => {
  it('is the first to expire unless another is chosen, by two keys, with a reason', async () => {
    const { calls } = await begin()
    const batch = await findBatch()
    expect(textsOf(batch)).toEqual([...AB, 'No number · no expiry date · 5'])
    expect(batch.value).toBe('')
    fireEvent.keyDown(form.field(/^Quantity/), { key: 'F6' })
    expect(document.activeElement).toBe(batch)
    type(batch, 'A')
    form.enter()
    await screen.findByText('Reason for This Batch is required')
    expect(document.activeElement).toBe(form.field(/^Reason for This Batch/))
    type(form.field(/^Reason for This Batch/), 'B is sealed')
    form.enter()
    await recorded()
    await form.choose('Dolo')
    type(await findBatch(), unmarked._id)
    type(form.field(/^Reason for This Batch/), 'loose strips')
    form.enter()
    await expect.poll(() => posts(calls).length).toBe(2)
    await form.choose('Dolo')
    form.enter()
    await expect
      .poll(bodies(calls))
      .toMatchObject([
        { batch: { number: 'A', reason: 'B is sealed' } },
        { batch: { _id: unmarked._id, reason: 'loose strips' } },
        {},
      ])
    expect(posts(calls)[2]?.body).not.toHaveProperty('batch')
  })

  it('that has expired is not the stock of a sale, and does not keep the others from being sold', async () => {
    await begin([expired, first, second])
    await findBatch()
    type(form.field(/^Quantity/), '11')
    await screen.findByText(/^10 left/)
    type(form.field(/^Quantity/), '10')
    await expect.poll(() => screen.queryByText(/left/)).toBeNull()
    expect(screen.queryByText(/cannot be sold/)).toBeNull()
  })

  it('has its own price, which the form follows until another is typed', async () => {
    await begin([{ ...first, unitPrice: 2 }, second])
    await expect.poll(() => form.field(/^Unit Price/).value).toBe('2.00')
    const batch = await findBatch()
    expect(textsOf(batch)[0]).toContain('₹2.00')
    type(batch, 'A')
    await expect.poll(() => form.field(/^Unit Price/).value).toBe('2.50')
    type(form.field(/^Unit Price/), '1.90')
    type(batch, '')
    await screen.findByText(/choose another/)
    expect(form.field(/^Unit Price/).value).toBe('1.90')
  })

  it.each([
    ['one batch that can be sold', [first, held]],
    ['stock without a batch number', [unmarked, held]],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is no question with %s', async (_, batches) => {
    const { calls } = await begin(batches)
    form.enter()
    await recorded()
    expect(screen.queryByLabelText(/^Batch/)).toBeNull()
    expect(posts(calls)[0]?.body).not.toHaveProperty('batch')
  })

  it('is forgotten with the type and with the medicine', async () => {
    const { calls } = await begin()
    type(await findBatch(), 'A')
    form.chooseType('Expired')
    expect(batchField().value).toBe('')
    expect(textsOf(batchField())).toHaveLength(6)
    type(batchField(), 'X')
    expect(screen.queryByLabelText(/^Reason/)).toBeNull()
    form.enter()
    await recorded()
    expect(bodies(calls)()).toMatchObject([{ type: 'expired', batch: { number: 'X' } }])
  })
})

describe('what a delivery says of its batch', () => {
  const more = () => press(/^Price, MRP and supplier/)
  const deliver = async (units: string, packSize?: number) => {
    const { calls } = await begin([], packSize)
    form.chooseType('Purchase')
    type(form.field(/^Quantity/), units)
    return calls
  }

  it('is asked where somebody wants to, and sent with it', async () => {
    const calls = await deliver('20')
    type(batchField(), 'ab12')
    type(form.field(/^New Expiry Date/), '08/2')
    form.enter()
    await screen.findByText(/^New Expiry Date is not complete/)
    expect([posts(calls), document.activeElement]).toEqual([[], form.field(/^New Expiry Date/)])
    type(form.field(/^New Expiry Date/), '08/28')
    screen.getByText(plain(`Expires ${formatDate('2028-08-31')}`))
    expect(screen.queryByLabelText(/^Supplier/)).toBeNull()
    more()
    expect(document.activeElement).toBe(form.field(/^Price of This Batch/))
    type(form.field(/^Price of This Batch/), '2.40')
    type(form.field(/^MRP on the Pack/), '3')
    type(form.field(/^Supplier/), 'Apollo')
    type(form.field(/^Returnable Until/), '05/28')
    form.enter()
    await recorded()
    const batch = { number: 'AB12', unitPrice: 2.4, mrp: 3, supplier: 'Apollo', returnBy: '2028-05-31' }
    expect(bodies(calls)()).toMatchObject([{ type: 'purchase', newExpiryDate: '2028-08-31', batch }])
  })

  it('has its prices per pack where a pack holds several units', async () => {
    const calls = await deliver('150', 15)
    type(batchField(), 'AB12')
    type(form.field(/^New Expiry Date/), '08/28')
    more()
    type(form.field(/^Price per pack/), '30.50')
    type(form.field(/^MRP per pack/), '35.20')
    form.enter()
    await recorded()
    const batch = { unitPrice: 2.03, packPrice: 30.5, mrp: 2.34, packMrp: 35.2 }
    expect(bodies(calls)()).toMatchObject([{ batch }])
  })

  it('is of a number', async () => {
    const calls = await deliver('20')
    more()
    type(form.field(/^Supplier/), 'Apollo')
    form.enter()
    await screen.findByText('Batch is required, because its details are filled in')
    expect(posts(calls)).toEqual([])
  })
})

describe('the batch of units that a count found', () => {
  const increase = async (batches: object[]) => {
    const { calls } = await begin(batches)
    form.chooseType('Adjustment')
    return { calls, batch: await findBatch() }
  }

  it('is asked for where only stock on hold is there, and may be one that is not in stock', async () => {
    const { calls, batch } = await increase([held])
    expect(textsOf(batch)).toEqual(['Choose the batch', 'Another batch, or no number'])
    type(batch, 'other')
    type(form.field(/^Number on the Pack/), 'n7')
    type(form.field(/^Expiry Date on the Pack/), '08/28')
    form.enter()
    await recorded()
    expect(bodies(calls)()).toMatchObject([{ batch: { number: 'N7', expiryDate: '2028-08-31' } }])
  })

  it('is one of those in stock that are not on hold, of which none is chosen in advance', async () => {
    const { calls, batch } = await increase([first, second, held])
    expect(textsOf(batch)).toEqual(['Choose the batch', ...AB, 'Another batch, or no number'])
    form.enter()
    expect((await screen.findAllByText('Choose the batch')).length).toBeGreaterThan(1)
    expect([posts(calls), document.activeElement]).toEqual([[], batch])
    type(batch, 'A')
    form.enter()
    await recorded()
    expect(bodies(calls)()).toMatchObject([{ batch: { number: 'A' } }])
  })
})
