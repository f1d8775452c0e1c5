import { problem } from '@mms/sdk/test-support'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  amoxicillin,
  bodies,
  build,
  button,
  form,
  keyOf,
  openSales,
  posts,
  press,
  recorded,
  type,
} from '../../test/support.tsx'

const quantity = () => form.field(/^Quantity/)
const shown = () => [form.picker(), quantity(), form.field(/^Unit Price/)].map(({ value }) => value)
/** The selected text of the picker. */
const selected = () => {
  const { value, selectionStart, selectionEnd } = form.picker()
  return value.slice(selectionStart ?? 0, selectionEnd ?? 0)
}

describe('the form', () => {
  it('follows the medicine and the quantity: price, total and what is left, before it is submitted', async () => {
    openSales([amoxicillin()])
    await form.choose('amox', 'Amoxicillin')
    expect(form.field(/^Unit Price/).value).toBe('8.50')
    screen.getByText(/^40 in stock/)
    type(quantity(), '3')
    expect(screen.getByLabelText('Total').textContent).toContain('₹25.50')
    screen.getByText('Balance 37')
    type(quantity(), '40')
    expect(form.describing(/^Quantity/)).not.toContain('left')
    type(quantity(), '41')
    expect(form.describing(/^Quantity/)).toContain('40 left')
    expect(document.activeElement).toBe(quantity())
    expect(screen.queryByText(/^Balance/)).toBeNull()
    form.chooseType('Expired')
    expect(form.describing(/^Quantity/)).toContain('40 left')
    form.chooseType('Purchase')
    expect(form.describing(/^Quantity/)).not.toContain('left')
    screen.getByText('Balance 81')
    press('Clear the medicine')
    expect(shown()).toEqual(['', '1', ''])
  })

  it('says in packs what is sold of a medicine that is counted in tablets', async () => {
    const pack = { packSize: 15, packWord: 'strip', unitWord: 'tablet', packPrice: 35, unitPrice: 2.33 }
    openSales([{ ...amoxicillin(), ...pack, currentStock: 184 }])
    await form.choose('amox', 'Amoxicillin')
    screen.getByText(/^12 strips \+ 4 in stock · ₹35.00 per strip/)
    type(quantity(), '34')
    screen.getByText('2 strips + 4 · Balance 10 strips')
  })

  it('shows the direction of an adjustment, and sends it for adjustments only', async () => {
    const { calls } = openSales([amoxicillin()])
    await form.choose('Amox')
    form.chooseType('Adjustment')
    expect(form.field(/^Direction/).value).toBe('increase')
    type(form.field(/^Direction/), 'decrease')
    form.submit()
    await recorded()
    form.chooseType('Sale')
    await form.choose('Amox')
    form.submit()
    await expect.poll(bodies(calls)).toMatchObject([{ type: 'adjustment', direction: 'decrease' }, {}])
    expect(posts(calls)[1]?.body).not.toHaveProperty('direction')
  })
})

describe('recording', () => {
  it('sends whole units and decimal rupees, tells the new stock and is ready for the next', async () => {
    const medicine = amoxicillin()
    const { calls, hold } = openSales([medicine])
    const release = hold()
    await form.choose('Amox')
    type(quantity(), '4')
    type(form.field(/^Note/), ' <b>by hand</b> ')
    form.submit()
    // Handed to the outbox, the next one begins: long before the server has said anything.
    expect(document.activeElement).toBe(form.picker())
    expect(shown()).toEqual(['', '1', ''])
    expect(button('Recording...').disabled).toBe(false)
    release()
    await screen.findByText('Transaction recorded successfully. New stock level: 36')
    const sale = { type: 'sale', quantity: 4, packSize: 1, unitPrice: 8.5, note: '<b>by hand</b>' }
    expect(bodies(calls)()).toEqual([{ madeAt: expect.any(String), medicineId: medicine._id, ...sale }])
    await screen.findByRole('row', { name: /Amoxicillin/ })
    screen.getByText('<b>by hand</b>')
  })

  it.each([
    ['no medicine', '', '1', 'Medicine is required'],
    ['no quantity', 'Amox', '', 'Quantity is required'],
    ['a quantity of zero', 'Amox', '0', 'Must be 1 or more'],
  ])('with %s shows the sentence of the specification and sends nothing', async (_, name, units, text) => {
    const { calls } = openSales([amoxicillin()])
    if (name) await form.choose(name)
    type(quantity(), units)
    form.submit()
    await screen.findAllByText('Please select a medicine and enter a valid quantity')
    await screen.findByText(text)
    expect(document.activeElement).toBe(name ? quantity() : form.picker())
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
    await recorded()
    const changed = { newUnitPrice: 9.25, newExpiryDate: '2031-05-31' }
    expect(bodies(calls)()).toMatchObject([{ type: 'purchase', ...changed }])
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
    expect(fireEvent.keyDown(quantity(), { key: 'Enter', repeat: true })).toBe(false)
    fireEvent.click(button(/^Record/), { detail: 1 })
    fireEvent.click(button(/^Record/), { detail: 2 })
    await recorded()
    expect(screen.queryByText('Please select a medicine and enter a valid quantity')).toBeNull()
    expect(posts(calls)).toHaveLength(1)
  })
})

describe('what is refused before anything else is begun', () => {
  const text = 'Only 2 units of Amoxicillin 500 mg are in stock'
  const refuse = async () => {
    const server = openSales([amoxicillin(), build.medicine({ name: 'Zinc' })])
    server.onSale = () => problem(409, text, { errors: { quantity: text } })
    await form.choose('Amox')
    type(quantity(), '30')
    form.submit()
    await screen.findByText(`Not recorded: ${text}`)
    server.mend()
    return server
  }

  it('stays in the form, with the reason by its field, and is recorded under another key', async () => {
    const { calls } = await refuse()
    expect(shown()).toEqual(['Amoxicillin 500 mg', '30', '8.50'])
    screen.getByText(text)
    button(/^Record/)
    // Its card would say the same a second time.
    expect(screen.queryByRole('button', { name: 'Edit again' })).toBeNull()
    // The focus stays, and what is typed next replaces it.
    expect(document.activeElement).toBe(form.picker())
    expect(selected()).toBe(form.picker().value)
    type(quantity(), '2')
    form.submit()
    await recorded()
    expect(screen.queryByText(/^Not recorded/)).toBeNull()
    expect(bodies(calls)()).toMatchObject([{ quantity: 30 }, { quantity: 2 }])
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

describe('a key in the form', () => {
  const show = async () => {
    const server = openSales(['Amoxicillin', 'Zinc'].map((name) => build.medicine({ name })))
    await form.choose('Amoxicillin')
    return server
  }

  it('a letter in Quantity begins another medicine, and says what was not recorded', async () => {
    const { calls } = await show()
    type(quantity(), '3')
    expect(fireEvent.keyDown(quantity(), { key: 'z' })).toBe(true)
    expect(document.activeElement).toBe(form.picker())
    expect(selected()).toBe('Amoxicillin')
    await screen.findByText('Amoxicillin × 3 was not recorded')
    expect(posts(calls)).toEqual([])
  })

  it('a key that takes the focused field away leaves the focus in the form', async () => {
    await show()
    fireEvent.keyDown(document.body, { key: 'F4' })
    form.field(/^New Expiry Date/).focus()
    fireEvent.keyDown(form.field(/^New Expiry Date/), { key: 'F2' })
    expect(document.activeElement).toBe(quantity())
  })
})
