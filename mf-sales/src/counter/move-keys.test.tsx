import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  buildMedicine,
  choose,
  chooseType,
  field,
  freshCounter,
  picker,
  posts,
  press,
  showSales,
  startServer,
  type,
} from '../../test/support.tsx'

beforeEach(freshCounter)

const show = async () => {
  const server = startServer(['Amoxicillin', 'Zinc'].map((name) => buildMedicine({ name })))
  showSales()
  await choose('Amoxicillin')
  return server
}
const selected = () => picker().value.slice(picker().selectionStart ?? 0, picker().selectionEnd ?? 0)

it('a letter in Quantity begins another medicine, and says what was not recorded', async () => {
  const { calls } = await show()
  type(field(/^Quantity/), '3')
  expect(fireEvent.keyDown(field(/^Quantity/), { key: 'z' })).toBe(true)
  expect(document.activeElement).toBe(picker())
  expect(selected()).toBe('Amoxicillin')
  expect(await screen.findByText('Amoxicillin × 3 was not recorded')).toBeTruthy()
  expect(posts(calls)).toEqual([])
})

it.each([/^Unit Price/, /^New Price/])('a letter in %s begins another medicine, too', async (label) => {
  await show()
  chooseType('Purchase')
  field(label).focus()
  expect(fireEvent.keyDown(field(label), { key: 'z' })).toBe(true)
  expect(document.activeElement).toBe(picker())
  expect(selected()).toBe('Amoxicillin')
  expect(await screen.findByText('Amoxicillin × 1 was not recorded')).toBeTruthy()
})

it.each(['5', 'Enter', 'Backspace', 'ArrowUp', '-'])('%s in Quantity stays there', async (key) => {
  await show()
  field(/^Quantity/).focus()
  fireEvent.keyDown(field(/^Quantity/), { key })
  expect(document.activeElement).toBe(field(/^Quantity/))
})

it('a digit in an empty Note is a code while there is no medicine, and words are a note', async () => {
  await show()
  const note = field(/^Note/)
  note.focus()
  fireEvent.keyDown(note, { key: '8' })
  expect(document.activeElement).toBe(note)
  press('Clear the medicine')
  expect(document.activeElement).toBe(picker())
  note.focus()
  fireEvent.keyDown(note, { key: 'b' })
  expect(document.activeElement).toBe(note)
  type(note, 'bill ')
  fireEvent.keyDown(note, { key: '8' })
  expect(document.activeElement).toBe(note)
  type(note, '')
  fireEvent.keyDown(note, { key: '8' })
  expect(document.activeElement).toBe(picker())
})

it('a key that takes the focused field away leaves the focus in the form', async () => {
  await show()
  fireEvent.keyDown(document.body, { key: 'F4' })
  field(/^New Expiry Date/).focus()
  fireEvent.keyDown(field(/^New Expiry Date/), { key: 'F2' })
  expect(document.activeElement).toBe(field(/^Quantity/))
})

it('a digit in an empty Note stays there while a name that was not chosen stands in the picker', async () => {
  await show()
  type(picker(), 'zin')
  const note = field(/^Note/)
  note.focus()
  fireEvent.keyDown(note, { key: '2' })
  expect(document.activeElement).toBe(note)
  expect(picker().value).toBe('zin')
})
