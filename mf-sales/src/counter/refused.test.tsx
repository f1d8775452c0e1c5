import type { CreateTransaction } from '@mms/contracts'
import { problem, type StubbedCall } from '@mms/sdk/test-support'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answerCatalogue,
  buildMedicine,
  button,
  choose,
  chooseType,
  field,
  freshCounter,
  keyOf,
  offline,
  picker,
  posts,
  press,
  SENT,
  showSales,
  startServer,
  submit,
  type,
} from '../../test/support.tsx'
import { catalogue } from '../medicines/catalogue.ts'

const CATALOGUE = 'GET /api/medicines/catalogue'
/** What a screen reader says with a field. */
const describing = (label: RegExp) =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

const amoxicillin = () => buildMedicine({ name: 'Amoxicillin 500 mg', currentStock: 40, unitPrice: 8.5 })

beforeEach(freshCounter)

it('says by the quantity, before it is submitted, how many are left where more are typed', async () => {
  let isAway = false
  startServer([amoxicillin()], {
    [CATALOGUE]: () => (isAway ? offline() : answerCatalogue([amoxicillin()])),
  })
  showSales()
  await choose('Amox')
  type(field(/^Quantity/), '40')
  expect(describing(/^Quantity/)).not.toContain('left')
  type(field(/^Quantity/), '41')
  expect(describing(/^Quantity/)).toContain('40 left')
  expect(document.activeElement).toBe(field(/^Quantity/))
  expect(screen.queryByText(/^Balance/)).toBeNull()
  chooseType('Purchase')
  expect(describing(/^Quantity/)).not.toContain('left')
  chooseType('Expired')
  expect(describing(/^Quantity/)).toContain('40 left')
  isAway = true
  await act(() => catalogue.refresh())
  expect(describing(/^Quantity/)).toContain('40 left when last connected')
  isAway = false
  await act(() => catalogue.refresh())
  expect(describing(/^Quantity/)).not.toContain('last connected')
})

describe('what is refused before anything else is begun', () => {
  const text = 'Only 2 units of Amoxicillin 500 mg are in stock'
  const refuse = async () => {
    const zinc = buildMedicine({ name: 'Zinc' })
    let isShort = true
    const server = startServer([amoxicillin(), zinc], {
      [SENT]: (call: StubbedCall) =>
        isShort ? problem(409, text, { errors: { quantity: text } }) : server.record(call),
    })
    showSales()
    await choose('Amox')
    type(field(/^Quantity/), '30')
    submit()
    await screen.findByText(`Not recorded: ${text}`)
    isShort = false
    return server
  }

  it('stays in the form, with the reason by its field, and is recorded under another key', async () => {
    const { calls } = await refuse()
    expect([picker().value, field(/^Quantity/).value]).toEqual(['Amoxicillin 500 mg', '30'])
    expect(screen.getByText(text)).toBeTruthy()
    expect(button(/^Record/)).toBeTruthy()
    // Its card would say the same a second time.
    expect(screen.queryByRole('button', { name: 'Edit again' })).toBeNull()
    // The focus stays, and what is typed next replaces it.
    expect(document.activeElement).toBe(picker())
    expect([picker().selectionStart, picker().selectionEnd]).toEqual([0, picker().value.length])
    type(field(/^Quantity/), '2')
    submit()
    await screen.findByText(/^Transaction recorded successfully/)
    expect(screen.queryByText(/^Not recorded/)).toBeNull()
    expect(posts(calls).map(({ body }) => (body as CreateTransaction).quantity)).toEqual([30, 2])
    expect(new Set(posts(calls).map(keyOf)).size).toBe(2)
  })

  it('goes to its card when another medicine is typed over it', async () => {
    await refuse()
    type(picker(), 'z')
    expect(picker().value).toBe('z')
    expect(field(/^Unit Price/).value).toBe('')
    screen.getByText(`Not recorded: ${text}`)
    press('Edit again')
  })
})
