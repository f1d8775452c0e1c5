import { problem, type StubbedCall } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildMedicine,
  button,
  choose,
  chooseType,
  chosenType,
  field,
  freshCounter,
  picker,
  posts,
  press,
  SENT,
  showSales,
  startServer,
  submit,
  type,
} from '../../test/support.tsx'

const amoxicillin = () => buildMedicine({ name: 'Amoxicillin 500 mg', currentStock: 40, unitPrice: 8.5 })

beforeEach(freshCounter)

describe('the form', () => {
  it('has the fields and the defaults of the specification', async () => {
    startServer([])
    showSales()
    await screen.findByText('No transactions found')
    expect(screen.getByRole('heading', { name: 'Record New Transaction' })).toBeTruthy()
    expect(chosenType()).toBe('sale')
    expect(field(/^Quantity/).value).toBe('1')
    expect(field(/^Quantity/).min).toBe('1')
    expect(field(/^Unit Price \(₹\)/).value).toBe('')
    expect(field(/^Note/).placeholder).toBe('Enter any additional details')
    expect(screen.queryByLabelText(/^Direction/)).toBeNull()
    expect(document.activeElement).toBe(picker())
  })

  it('fills in the price with the medicine, and clears it with it', async () => {
    startServer([amoxicillin()])
    showSales()
    await choose('amox', 'Amoxicillin')
    expect(field(/^Unit Price/).value).toBe('8.50')
    await expect.poll(() => document.activeElement).toBe(field(/^Quantity/))
    expect(screen.getByText(/^40 in stock/)).toBeTruthy()
    press('Clear the medicine')
    expect(picker().value).toBe('')
    expect(field(/^Unit Price/).value).toBe('')
  })

  it('shows the total and what is left while it is typed', async () => {
    startServer([amoxicillin()])
    showSales()
    await choose('Amox')
    type(field(/^Quantity/), '3')
    expect(screen.getByLabelText('Total').textContent).toContain('₹25.50')
    expect(screen.getByText('Balance 37')).toBeTruthy()
    chooseType('Purchase')
    type(field(/^Quantity/), '43')
    expect(screen.getByText('Balance 83')).toBeTruthy()
  })

  it('shows the direction of an adjustment, and sends it for adjustments only', async () => {
    const { calls } = startServer([amoxicillin()])
    showSales()
    await choose('Amox')
    chooseType('Adjustment')
    expect(field(/^Direction/).value).toBe('increase')
    type(field(/^Direction/), 'decrease')
    submit()
    await screen.findByText(/^Transaction recorded successfully/)
    expect(posts(calls)[0]?.body).toMatchObject({ type: 'adjustment', direction: 'decrease' })
    chooseType('Sale')
    await choose('Amox')
    submit()
    await expect.poll(() => posts(calls).length).toBe(2)
    expect(posts(calls)[1]?.body).not.toHaveProperty('direction')
  })
})

describe('recording', () => {
  it('sends whole units and decimal rupees, tells the new stock and is ready for the next', async () => {
    const medicine = amoxicillin()
    const { promise, resolve } = Promise.withResolvers<void>()
    const server = startServer([medicine], {
      [SENT]: async (call: StubbedCall) => {
        await promise
        return server.record(call)
      },
    })
    const { calls } = server
    showSales()
    await choose('Amox')
    type(field(/^Quantity/), '4')
    type(field(/^Note/), ' <b>by hand</b> ')
    submit()
    // Handed to the outbox, the next one begins: long before the server has said anything.
    expect(document.activeElement).toBe(picker())
    expect([picker().value, field(/^Quantity/).value, field(/^Unit Price/).value]).toEqual(['', '1', ''])
    expect(button('Recording...').disabled).toBe(false)
    resolve()
    expect(await screen.findByText('Transaction recorded successfully. New stock level: 36')).toBeTruthy()
    expect(posts(calls)[0]?.body).toEqual({
      madeAt: expect.any(String),
      medicineId: medicine._id,
      type: 'sale',
      quantity: 4,
      unitPrice: 8.5,
      note: '<b>by hand</b>',
    })
    expect(await screen.findByRole('row', { name: /Amoxicillin/ })).toBeTruthy()
    expect(screen.getByText('<b>by hand</b>')).toBeTruthy()
  })

  it.each([
    ['no medicine', '', '1', 'Medicine is required'],
    ['no quantity', 'Amox', '', 'Quantity is required'],
    ['a quantity of zero', 'Amox', '0', 'Must be 1 or more'],
    ['a negative quantity', 'Amox', '-3', 'Must be 1 or more'],
  ])('with %s shows the sentence of the specification and sends nothing', async (_, name, quantity, text) => {
    const { calls } = startServer([amoxicillin()])
    showSales()
    if (name) await choose(name)
    type(field(/^Quantity/), quantity)
    submit()
    const found = await screen.findAllByText('Please select a medicine and enter a valid quantity')
    expect(found.length).toBeGreaterThan(0)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(name ? field(/^Quantity/) : picker())
    expect(posts(calls)).toEqual([])
  })

  it.each([
    [/^Quantity/, '1.5', 'Must be a whole number'],
    [/^Quantity/, '1000000000000', 'Quantity is too large'],
    [/^Unit Price/, '', 'Unit Price (₹) is required'],
    [/^Unit Price/, '-1', 'Must be 0 or more'],
    [/^Unit Price/, '1.005', 'Must have at most 2 decimals'],
    [/^Note/, 'x'.repeat(10_000), 'Must have at most 1,000 characters'],
  ])('says beside the field %s that %s is wrong, and sends nothing', async (label, value, text) => {
    const { calls } = startServer([amoxicillin()])
    showSales()
    await choose('Amox')
    type(field(label), value)
    submit()
    expect(await screen.findByText(text)).toBeTruthy()
    expect(field(label).value).toBe(value)
    expect(document.activeElement).toBe(field(label))
    expect(posts(calls)).toEqual([])
  })

  it('says a refusal beside the form, which the next sale may have by then, and gives it back to be edited', async () => {
    const text = 'Only 2 units of Amoxicillin 500 mg are in stock'
    let isShort = true
    const server = startServer([amoxicillin()], {
      [SENT]: (call: StubbedCall) =>
        isShort ? problem(409, text, { errors: { quantity: text } }) : server.record(call),
    })
    showSales()
    await choose('Amox')
    type(field(/^Quantity/), '30')
    type(field(/^Note/), 'for the ward')
    submit()
    type(picker(), 'amo')
    await screen.findByText(`Not recorded: ${text}`)
    expect(picker().value).toBe('amo')
    isShort = false
    press('Clear the medicine')
    press('Edit again')
    expect([picker().value, field(/^Quantity/).value, field(/^Note/).value]).toEqual([
      'Amoxicillin 500 mg',
      '30',
      'for the ward',
    ])
    submit()
    await screen.findByText(/^Transaction recorded successfully/)
    const keys = posts(server.calls).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('has words of its own when the server has none', async () => {
    startServer([amoxicillin()], { [SENT]: () => problem(418, '') })
    showSales()
    await choose('Amox')
    submit()
    expect((await screen.findAllByText(/Failed to record transaction/)).length).toBeGreaterThan(0)
  })

  it('goes back to one unit with every new medicine, also when the one before was given up', async () => {
    startServer([amoxicillin(), buildMedicine({ name: 'Zinc' })])
    showSales()
    await choose('Amox')
    type(field(/^Quantity/), '30')
    press('Clear the medicine')
    expect(field(/^Quantity/).value).toBe('1')
    await choose('Zinc')
    expect(field(/^Quantity/).value).toBe('1')
  })

  it('lets a purchase give the new price and expiry date, and asks for them anew with the next', async () => {
    const { calls } = startServer([amoxicillin()])
    showSales()
    expect(screen.queryByLabelText(/^New Price/)).toBeNull()
    fireEvent.keyDown(document.body, { key: 'F4' })
    await choose('Amox')
    type(field(/^New Price/), '9.25')
    type(field(/^New Expiry Date/), '2031-05-31')
    submit()
    await screen.findByText(/^Transaction recorded successfully/)
    expect(posts(calls)[0]?.body).toMatchObject({
      type: 'purchase',
      newUnitPrice: 9.25,
      newExpiryDate: '2031-05-31',
    })
    await choose('Amox')
    expect([field(/^New Price/).value, field(/^New Expiry Date/).value]).toEqual(['', ''])
    type(field(/^New Expiry Date/), '2031-05-31')
    type(field(/^Unit Price/), '6')
    submit()
    await expect.poll(() => posts(calls).length).toBe(2)
    expect(posts(calls)[1]?.body).not.toHaveProperty('newUnitPrice')
  })

  it.each([
    ['F2', 'sale', 'Record sale'],
    ['F4', 'purchase', 'Record purchase'],
    ['F8', 'return', 'Record return'],
    ['F9', 'expired', 'Record write-off'],
    ['F10', 'adjustment', 'Record adjustment'],
  ])('the key %s makes it a %s and leaves the focus', async (key, kind, word) => {
    startServer([amoxicillin()])
    showSales()
    expect(fireEvent.keyDown(picker(), { key })).toBe(false)
    expect(chosenType()).toBe(kind)
    expect(button(/^Record/).textContent).toBe(word)
    expect(document.activeElement).toBe(picker())
  })

  it('records one by a double click, and none by an Enter that is held down', async () => {
    const { calls } = startServer([amoxicillin()])
    showSales()
    await choose('Amox')
    expect(fireEvent.keyDown(field(/^Quantity/), { key: 'Enter', repeat: true })).toBe(false)
    fireEvent.click(button(/^Record/), { detail: 1 })
    fireEvent.click(button(/^Record/), { detail: 2 })
    await screen.findByText(/^Transaction recorded successfully/)
    expect(screen.queryByText('Please select a medicine and enter a valid quantity')).toBeNull()
    expect(posts(calls)).toHaveLength(1)
  })
})
