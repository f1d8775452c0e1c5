import { formatDate, UiProvider } from '@mms/ui'
import { fireEvent, render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { DateField } from './date-field.tsx'

const field = () => screen.getByLabelText<HTMLInputElement>('Expiry Date')
const type = (text: string) => {
  fireEvent.focus(field())
  fireEvent.change(field(), { target: { value: text } })
}
const shown = () => document.querySelector('div[aria-hidden]')?.textContent
const saved = () => screen.getByRole('status').textContent

function Form({ expiryDate }: { expiryDate: string }) {
  const form = useForm({ defaultValues: { expiryDate } })
  return (
    <form>
      <DateField label="Expiry Date" {...form.register('expiryDate')} />
      <output>{form.watch('expiryDate')}</output>
      <button type="button" onClick={() => form.reset({ expiryDate: '2028-01-31' })}>
        Reset
      </button>
    </form>
  )
}
const show = (expiryDate = '') => render(<Form expiryDate={expiryDate} />, { wrapper: UiProvider })

it('a click on a button that leaves the focus in the field takes what was typed', () => {
  show()
  type('05/28')
  fireEvent.click(field())
  expect(saved()).toBe('05/28')
  fireEvent.click(document.body)
  expect(saved()).toBe('2028-05-31')
})

it.each(['blur', 'keyDown'] as const)('reads what is typed on %s, or says that it is no date', (event) => {
  show('2026-11-22')
  type('13/2x')
  expect(screen.queryByText('Enter a date such as 31/12/2027')).toBeNull()
  fireEvent[event](field(), { key: 'Enter' })
  screen.getByText('Enter a date such as 31/12/2027')
  expect([field().value, field().validity.valid]).toEqual(['13/2x', false])
  type('05/28')
  fireEvent[event](field(), { key: 'Enter' })
  expect(saved()).toBe('2028-05-31')
  fireEvent.blur(field())
  expect(shown()).toBe(formatDate('2028-05-31'))
})

it('reads like the dates of the lists, whoever sets it, the calendar too', () => {
  show('2027-03-04')
  expect(shown()).toBe(formatDate('2027-03-04'))
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(shown()).toBe(formatDate('2028-01-31'))
  const calendar = document.querySelector('input[type=date]') as HTMLInputElement
  fireEvent.change(calendar, { target: { value: '2027-03-04' } })
  expect(saved()).toBe('2027-03-04')
})
