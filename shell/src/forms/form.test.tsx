import type { Problem } from '@mms/contracts'
import { ApiError } from '@mms/sdk'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useForm } from './form.ts'

function Form({ send }: { send: (values: Record<'name' | 'email', string>) => void }) {
  const { form, errors } = useForm(['name', 'email'], { failure: null, send })
  return (
    <form {...form}>
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

it('takes a refusal away when what it is about is changed, and no other', () => {
  const refusals = [
    new ApiError('response', 'Refused', { status: 409 }),
    new ApiError('response', 'Refused', {
      status: 400,
      problem: { errors: { name: 'is taken', email: 'is unknown' } } as unknown as Problem,
    }),
  ]
  function Refused() {
    const { form, errors, failure } = useForm(['name', 'email'], { failure: refusals[at], send: () => {} })
    return (
      <form {...form}>
        <p>{failure ? 'Refused' : 'Fine'}</p>
        <input aria-label="Name" name="name" />
        <p>{errors.name}</p>
        <input aria-label="Email" name="email" />
        <p>{errors.email}</p>
      </form>
    )
  }
  let at = 0
  const { rerender } = render(<Refused />)
  screen.getByText('Refused')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Asha' } })
  screen.getByText('Fine')
  at = 1
  rerender(<Refused key="second" />)
  screen.getByText('Is taken')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Asha' } })
  expect(screen.queryByText('Is taken')).toBeNull()
  screen.getByText('Is unknown')
})
