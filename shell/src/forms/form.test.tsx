import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useForm } from './form.ts'

function Form({ send }: { send: (values: Record<'name' | 'email', string>) => void }) {
  const { onSubmit, errors } = useForm(['name', 'email'], { failure: null, send })
  return (
    <form noValidate onSubmit={onSubmit}>
      <input aria-label="Name" name="name" required />
      <p>{errors.name}</p>
      <input aria-label="Email" name="email" type="email" required />
      <p>{errors.email}</p>
      <button type="submit">Send</button>
    </form>
  )
}

it('says beside each field what is wrong, focuses the first, and sends only when all is well', () => {
  const send = vi.fn()
  render(<Form send={send} />)
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  submit()
  expect(screen.getAllByText('Please fill in this field')).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))

  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Asha' } })
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'asha' } })
  submit()
  screen.getByText('Please enter a valid email address')
  expect(screen.queryByText('Please fill in this field')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  expect(send).not.toHaveBeenCalled()

  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'asha@example.com' } })
  submit()
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Asha', email: 'asha@example.com' })
  expect(screen.queryByText('Please enter a valid email address')).toBeNull()
})
