import type { CreateTransaction } from '@mms/contracts'
import { problem, type StubbedCall, signInAs } from '@mms/sdk/test-support'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  bodies,
  build,
  button,
  form,
  frames,
  keyOf,
  openSales,
  posts,
  press,
  SENT,
  type,
} from '../../test/support.tsx'

/** What a screen reader says with a field. */
const describing = (label: RegExp) =>
  (form.field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

const amoxicillin = () => build.medicine({ name: 'Amoxicillin 500 mg', currentStock: 40, unitPrice: 8.5 })

it('says by the quantity, before it is submitted, how many are left where more are typed', async () => {
  openSales([amoxicillin()])
  await form.choose('Amox')
  type(form.field(/^Quantity/), '40')
  expect(describing(/^Quantity/)).not.toContain('left')
  type(form.field(/^Quantity/), '41')
  expect(describing(/^Quantity/)).toContain('40 left')
  expect(document.activeElement).toBe(form.field(/^Quantity/))
  expect(screen.queryByText(/^Balance/)).toBeNull()
  form.chooseType('Purchase')
  expect(describing(/^Quantity/)).not.toContain('left')
  form.chooseType('Expired')
  expect(describing(/^Quantity/)).toContain('40 left')
})

describe('what is refused before anything else is begun', () => {
  const text = 'Only 2 units of Amoxicillin 500 mg are in stock'
  const refuse = async () => {
    const zinc = build.medicine({ name: 'Zinc' })
    let isShort = true
    const server = openSales([amoxicillin(), zinc], {
      [SENT]: (call: StubbedCall) =>
        isShort ? problem(409, text, { errors: { quantity: text } }) : server.record(call),
    })
    await form.choose('Amox')
    type(form.field(/^Quantity/), '30')
    form.submit()
    await screen.findByText(`Not recorded: ${text}`)
    isShort = false
    return server
  }

  it('stays in the form, with the reason by its field, and is recorded under another key', async () => {
    const { calls } = await refuse()
    expect([form.picker().value, form.field(/^Quantity/).value]).toEqual(['Amoxicillin 500 mg', '30'])
    expect(screen.getByText(text)).toBeTruthy()
    expect(button(/^Record/)).toBeTruthy()
    // Its card would say the same a second time.
    expect(screen.queryByRole('button', { name: 'Edit again' })).toBeNull()
    // The focus stays, and what is typed next replaces it.
    expect(document.activeElement).toBe(form.picker())
    expect([form.picker().selectionStart, form.picker().selectionEnd]).toEqual([
      0,
      form.picker().value.length,
    ])
    type(form.field(/^Quantity/), '2')
    form.submit()
    await screen.findByText(/^Transaction recorded successfully/)
    expect(screen.queryByText(/^Not recorded/)).toBeNull()
    expect(posts(calls).map(({ body }) => (body as CreateTransaction).quantity)).toEqual([30, 2])
    expect(new Set(posts(calls).map(keyOf)).size).toBe(2)
  })

  it('goes to its card when another medicine is typed over it', async () => {
    await refuse()
    type(form.picker(), 'z')
    expect(form.picker().value).toBe('z')
    expect(form.field(/^Unit Price/).value).toBe('')
    screen.getByText(`Not recorded: ${text}`)
    press('Edit again')
  })
})

const price = () => form.field(/^Unit Price/)

const nameOfPrice = () => {
  const ids = price().getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

const SELLING = '₹30.00 is the selling price. Press Enter again to record ₹30.00'

/** Dolo sells at 30. The server tells an administrator the last cost, where there is one. */
async function start(role: 'staff' | 'admin', costPrice?: number, batches: unknown[] = []) {
  signInAs(role)
  const medicine = build.medicine({ name: 'Dolo 650', currentStock: 40, unitPrice: 30 })
  const server = openSales([medicine], {
    'GET /api/medicines/:id/batches': batches,
    'GET /api/medicines/:id': (_: StubbedCall) => ({ ...medicine, ...(costPrice && { costPrice }) }),
  })
  await form.choose('Dolo')
  return server
}

describe('the price of a purchase', () => {
  it('is the last cost, and that of a sale the selling price again', async () => {
    await start('admin', 21.5, [build.batch({ unitPrice: 27 })])
    await expect.poll(() => price().value).toBe('27.00')
    form.chooseType('Purchase')
    await expect.poll(() => price().value).toBe('21.50')
    expect(nameOfPrice()).toBe('Last cost')
    for (const name of ['Return', 'Purchase', 'Sale']) {
      form.chooseType(name)
      await expect.poll(() => price().value).toBe({ Return: '30.00', Purchase: '21.50', Sale: '27.00' }[name])
    }
    expect(nameOfPrice()).not.toContain('cost')
  })

  it('stays as it was typed', async () => {
    await start('admin', 21.5)
    type(price(), '22')
    form.chooseType('Purchase')
    await frames()
    expect([price().value, nameOfPrice()]).toEqual(['22', ''])
    form.chooseType('Sale')
    await frames()
    expect(price().value).toBe('22')
  })

  it('is the selling price where there is no cost to see, and is asked about once', async () => {
    const { calls } = await start('staff')
    form.chooseType('Purchase')
    await frames()
    expect([price().value, nameOfPrice()]).toEqual(['30.00', 'Selling price'])
    type(form.field(/^New Expiry Date/), '12/31')
    form.enter()
    expect(screen.getByRole('alert').textContent).toBe(SELLING)
    expect(document.activeElement).toBe(price())
    await frames()
    expect(posts(calls)).toEqual([])
    form.enter()
    await expect.poll(bodies(calls)).toMatchObject([
      {
        unitPrice: 30,
        confirmed: [{ code: 'cost_is_price', value: 30, compared: 30 }],
      },
    ])
  })
})
