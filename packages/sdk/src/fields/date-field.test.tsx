import { fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, it } from 'vitest'
import { formatDate } from '../format.ts'
import { UiProvider } from '../theme/ui-provider.tsx'
import { DateField } from './date-field.tsx'

const show = (field: React.ReactElement) => render(field, { wrapper: UiProvider })
const shown = () => screen.getByLabelText('Expiry Date').nextElementSibling?.textContent

it('reads like the dates of the lists, whoever sets it', () => {
  const ref = createRef<HTMLInputElement>()
  const field = <DateField label="Expiry Date" ref={ref} />
  const { rerender } = show(field)
  expect(shown()).toBe('')
  fireEvent.input(screen.getByLabelText('Expiry Date'), { target: { value: '2027-03-04' } })
  expect(shown()).toBe(formatDate('2027-03-04'))
  if (ref.current) ref.current.value = '2028-01-31'
  rerender(<DateField label="Expiry Date" ref={ref} name="expiry" />)
  expect(shown()).toBe(formatDate('2028-01-31'))
})

it('takes its value from outside as every field does', () => {
  show(<DateField label="Expiry Date" value="2027-03-04" onChange={() => undefined} />)
  expect(screen.getByLabelText('Expiry Date')).toHaveProperty('value', '2027-03-04')
  expect(shown()).toBe(formatDate('2027-03-04'))
})
