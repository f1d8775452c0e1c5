import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { CheckboxField } from './checkbox-field.tsx'
import { PasswordField } from './password-field.tsx'
import { SelectField } from './select-field.tsx'
import { NumberField, TextField } from './text-field.tsx'

// What is shown, and where a name has spaces, is what rules say.
document.documentElement.dataset.theme = 'whole'

const show = (field: ReactNode) => render(<UiProvider>{field}</UiProvider>)
const description = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

it('names a control by its label and marks it required', () => {
  show(<TextField label="Medicine Name" required />)
  expect(screen.getByRole('textbox', { name: /^Medicine Name/ })).toHaveProperty('required', true)
})

it('describes a control by its hint and its error, and calls it invalid', async () => {
  show(<NumberField label="Price" hint="In rupees" error="Must be 0 or more" />)
  const field = screen.getByRole('spinbutton', { name: 'Price' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => description(field)).toContain('In rupees')
  expect(description(field)).toContain('Must be 0 or more')
})

it('calls a control without error valid', () => {
  show(<TextField label="Name" />)
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).not.toBe('true')
})

it('wires a select', () => {
  show(
    <SelectField label="Category" error="is required">
      <option value="a">A</option>
    </SelectField>,
  )
  expect(screen.getByRole('combobox', { name: 'Category' }).getAttribute('aria-invalid')).toBe('true')
})

it('lets go of a number when the wheel turns over it', () => {
  show(<NumberField label="Stock" />)
  const field = screen.getByRole('spinbutton', { name: 'Stock' })
  field.focus()
  fireEvent.wheel(field)
  expect(document.activeElement).not.toBe(field)
})

it('names and describes a checkbox', () => {
  show(<CheckboxField label="Seasonal?" hint="Reveals multipliers" />)
  const box = screen.getByRole('checkbox', { name: 'Seasonal?' })
  expect(description(box)).toBe('Reveals multipliers')
})

it('shows a part of what a checkbox stands for, also after a click that changes nothing of it', () => {
  const named: { box: HTMLInputElement | null } = { box: null }
  const setBox = (box: HTMLInputElement | null) => {
    named.box = box
  }
  const field = (clicks: number) => (
    <UiProvider>
      <CheckboxField label="All" ref={setBox} checked={false} indeterminate onChange={() => clicks} />
    </UiProvider>
  )
  const { rerender } = render(field(0))
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' })
  expect([box.indeterminate, named.box]).toEqual([true, box])
  fireEvent.click(box)
  rerender(field(1))
  expect(box.indeterminate).toBe(true)
})

describe('a password', () => {
  const showForm = (onSubmit = vi.fn()) => {
    show(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <PasswordField label="New password" name="password" />
        <button type="submit">Send</button>
      </form>,
    )
    return screen.getByLabelText<HTMLInputElement>('New password')
  }

  it('can be read while it is typed, and the field keeps focus and caret', () => {
    const onSubmit = vi.fn()
    const field = showForm(onSubmit)
    fireEvent.change(field, { target: { value: 'a long password' } })
    field.focus()
    field.setSelectionRange(2, 6)
    const button = screen.getByRole('button', { name: 'Show new password' })
    expect(fireEvent.mouseDown(button)).toBe(false)
    fireEvent.click(button)
    expect(field.type).toBe('text')
    expect([field.selectionStart, field.selectionEnd]).toEqual([2, 6])
    expect(document.activeElement).toBe(field)
    fireEvent.click(screen.getByRole('button', { name: 'Hide new password' }))
    expect(field.type).toBe('password')
    expect(field.value).toBe('a long password')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('is hidden again when it is sent', () => {
    const field = showForm()
    fireEvent.click(screen.getByRole('button', { name: 'Show new password' }))
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(field.type).toBe('password')
  })
})
