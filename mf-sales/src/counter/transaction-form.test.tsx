import type { StubbedCall } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  build,
  button,
  form,
  openSales,
  posts,
  press,
  SENT,
  showSales,
  startServer,
  type,
} from '../../test/support.tsx'

const amoxicillin = () => build.medicine({ name: 'Amoxicillin 500 mg', currentStock: 40, unitPrice: 8.5 })

describe('the form', () => {
  it('follows the medicine and the quantity: price, total and what is left', async () => {
    openSales([amoxicillin()])
    await form.choose('amox', 'Amoxicillin')
    expect(form.field(/^Unit Price/).value).toBe('8.50')
    await expect.poll(() => document.activeElement).toBe(form.field(/^Quantity/))
    expect(screen.getByText(/^40 in stock/)).toBeTruthy()
    type(form.field(/^Quantity/), '3')
    expect(screen.getByLabelText('Total').textContent).toContain('₹25.50')
    expect(screen.getByText('Balance 37')).toBeTruthy()
    form.chooseType('Purchase')
    type(form.field(/^Quantity/), '43')
    expect(screen.getByText('Balance 83')).toBeTruthy()
    press('Clear the medicine')
    expect([form.picker().value, form.field(/^Quantity/).value, form.field(/^Unit Price/).value]).toEqual([
      '',
      '1',
      '',
    ])
  })

  it('says in packs what is sold of a medicine that is counted in tablets', async () => {
    const pack = { packSize: 15, packWord: 'strip', unitWord: 'tablet', packPrice: 35, unitPrice: 2.33 }
    openSales([{ ...amoxicillin(), ...pack, currentStock: 184 }])
    await form.choose('amox', 'Amoxicillin')
    expect(screen.getByText(/^12 strips \+ 4 in stock · ₹35.00 per strip/)).toBeTruthy()
    type(form.field(/^Quantity/), '34')
    expect(screen.getByText('2 strips + 4 · Balance 10 strips')).toBeTruthy()
  })

  it('shows the direction of an adjustment, and sends it for adjustments only', async () => {
    const { calls } = openSales([amoxicillin()])
    await form.choose('Amox')
    form.chooseType('Adjustment')
    expect(form.field(/^Direction/).value).toBe('increase')
    type(form.field(/^Direction/), 'decrease')
    form.submit()
    await screen.findByText(/^Transaction recorded successfully/)
    expect(posts(calls)[0]?.body).toMatchObject({ type: 'adjustment', direction: 'decrease' })
    form.chooseType('Sale')
    await form.choose('Amox')
    form.submit()
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
    await form.choose('Amox')
    type(form.field(/^Quantity/), '4')
    type(form.field(/^Note/), ' <b>by hand</b> ')
    form.submit()
    // Handed to the outbox, the next one begins: long before the server has said anything.
    expect(document.activeElement).toBe(form.picker())
    expect([form.picker().value, form.field(/^Quantity/).value, form.field(/^Unit Price/).value]).toEqual([
      '',
      '1',
      '',
    ])
    expect(button('Recording...').disabled).toBe(false)
    resolve()
    expect(await screen.findByText('Transaction recorded successfully. New stock level: 36')).toBeTruthy()
    expect(posts(calls)[0]?.body).toEqual({
      madeAt: expect.any(String),
      medicineId: medicine._id,
      type: 'sale',
      quantity: 4,
      packSize: 1,
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
  ])('with %s shows the sentence of the specification and sends nothing', async (_, name, quantity, text) => {
    const { calls } = openSales([amoxicillin()])
    if (name) await form.choose(name)
    type(form.field(/^Quantity/), quantity)
    form.submit()
    const found = await screen.findAllByText('Please select a medicine and enter a valid quantity')
    expect(found.length).toBeGreaterThan(0)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(name ? form.field(/^Quantity/) : form.picker())
    expect(posts(calls)).toEqual([])
  })

  it('lets a purchase give the new price and expiry date, and asks for them anew with the next', async () => {
    const { calls } = openSales([amoxicillin()])
    expect(screen.queryByLabelText(/^New Price/)).toBeNull()
    fireEvent.keyDown(document.body, { key: 'F4' })
    await form.choose('Amox')
    type(form.field(/^New Price/), '9.25')
    type(form.field(/^New Expiry Date/), '2031-05-31')
    form.submit()
    await screen.findByText(/^Transaction recorded successfully/)
    expect(posts(calls)[0]?.body).toMatchObject({
      type: 'purchase',
      newUnitPrice: 9.25,
      newExpiryDate: '2031-05-31',
    })
    await form.choose('Amox')
    expect([form.field(/^New Price/).value, form.field(/^New Expiry Date/).value]).toEqual(['', ''])
    type(form.field(/^New Expiry Date/), '2031-05-31')
    type(form.field(/^Unit Price/), '6')
    form.submit()
    await expect.poll(() => posts(calls).length).toBe(2)
    expect(posts(calls)[1]?.body).not.toHaveProperty('newUnitPrice')
  })

  it('records one by a double click, and none by an Enter that is held down', async () => {
    const { calls } = openSales([amoxicillin()])
    await form.choose('Amox')
    expect(fireEvent.keyDown(form.field(/^Quantity/), { key: 'Enter', repeat: true })).toBe(false)
    fireEvent.click(button(/^Record/), { detail: 1 })
    fireEvent.click(button(/^Record/), { detail: 2 })
    await screen.findByText(/^Transaction recorded successfully/)
    expect(screen.queryByText('Please select a medicine and enter a valid quantity')).toBeNull()
    expect(posts(calls)).toHaveLength(1)
  })
})

describe('a key in the form', () => {
  const show = async () => {
    const server = openSales(['Amoxicillin', 'Zinc'].map((name) => build.medicine({ name })))
    await form.choose('Amoxicillin')
    return server
  }

  const selected = () =>
    form.picker().value.slice(form.picker().selectionStart ?? 0, form.picker().selectionEnd ?? 0)

  it('a letter in Quantity begins another medicine, and says what was not recorded', async () => {
    const { calls } = await show()
    type(form.field(/^Quantity/), '3')
    expect(fireEvent.keyDown(form.field(/^Quantity/), { key: 'z' })).toBe(true)
    expect(document.activeElement).toBe(form.picker())
    expect(selected()).toBe('Amoxicillin')
    expect(await screen.findByText('Amoxicillin × 3 was not recorded')).toBeTruthy()
    expect(posts(calls)).toEqual([])
  })

  it('a key that takes the focused field away leaves the focus in the form', async () => {
    await show()
    fireEvent.keyDown(document.body, { key: 'F4' })
    form.field(/^New Expiry Date/).focus()
    fireEvent.keyDown(form.field(/^New Expiry Date/), { key: 'F2' })
    expect(document.activeElement).toBe(form.field(/^Quantity/))
  })
})
