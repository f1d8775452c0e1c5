import { createMedicineSchema, type Problem } from '@mms/contracts'
import { ApiError } from '@mms/sdk'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { formRules } from './form-rules.ts'
import { usePlainForm } from './plain-form.ts'
import { fieldProps, useSchemaForm } from './use-schema-form.ts'

type Values = Record<'name' | 'email', string>

function Form({ send, failure = null }: { send: (values: Values) => void; failure?: unknown }) {
  const state = usePlainForm<Values>({ initial: { name: '', email: '' }, failure, send })
  const { error: nameError, ...name } = state.field('name')
  const { error: emailError, ...email } = state.field('email')
  return (
    <form {...state.form}>
      <p>{state.failure ? 'Refused' : 'Fine'}</p>
      <input aria-label="Name" required {...name} />
      <p>{nameError}</p>
      <input aria-label="Email" type="email" required {...email} />
      <p>{emailError}</p>
      <button type="submit">Send</button>
    </form>
  )
}

const submit = () => act(async () => screen.getByRole('button', { name: 'Send' }).click())
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))

it('says beside each field what is wrong, focuses the first, and sends only when all is well', async () => {
  const send = vi.fn()
  render(<Form send={(values) => send(values)} />)
  await submit()
  expect(screen.getAllByText('Please fill in this field')).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))

  await type('Name', 'Asha')
  expect(screen.getAllByText('Please fill in this field')).toHaveLength(1)
  await type('Email', 'asha')
  await submit()
  screen.getByText('Please enter a valid email address')
  expect(screen.queryByText('Please fill in this field')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  expect(send).not.toHaveBeenCalled()

  await type('Email', 'asha@example.com')
  await submit()
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Asha', email: 'asha@example.com' })
  expect(screen.queryByText('Please enter a valid email address')).toBeNull()
})

it('sends what the browser has filled in without a word', async () => {
  const send = vi.fn()
  render(<Form send={(values) => send(values)} />)
  screen.getByLabelText<HTMLInputElement>('Name').value = 'Asha'
  screen.getByLabelText<HTMLInputElement>('Email').value = 'asha@example.com'
  await submit()
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Asha', email: 'asha@example.com' })
})

it('takes a refusal away when what it is about is changed, and no other', async () => {
  const refused = new ApiError('response', 'Refused', { status: 409 })
  const { unmount } = render(<Form send={() => {}} failure={refused} />)
  screen.getByText('Refused')
  await type('Name', 'Asha')
  screen.getByText('Fine')
  unmount()
  const problem = { errors: { name: 'is taken', email: 'is unknown' } } as unknown as Problem
  const besideFields = new ApiError('response', 'Refused', { status: 400, problem })
  render(<Form send={() => {}} failure={besideFields} />)
  screen.getByText('Fine')
  await screen.findByText('Is taken')
  await type('Name', 'Asha')
  expect(screen.queryByText('Is taken')).toBeNull()
  screen.getByText('Is unknown')
})

describe('a form by a schema', () => {
  const rules = formRules({
    name: 'press',
    labels: { name: 'Name' },
    empty: { name: '' },
    schema: createMedicineSchema.pick({ name: true }),
    bodyOf: (values) => values,
  })

  function Form() {
    const form = useSchemaForm(rules)
    const { error, ...input } = fieldProps(form, 'name')
    return (
      <>
        <input aria-label="Name" {...input} />
        <p>{error}</p>
        <button type="button">Other</button>
      </>
    )
  }

  it.each([
    ['pointerUp', {}],
    ['pointerMove', { buttons: 0 }],
  ] as const)('says what is wrong with a field that a press leaves after its %s', async (release, how) => {
    render(<Form />)
    const other = screen.getByRole('button', { name: 'Other' })
    fireEvent.pointerDown(other)
    fireEvent.blur(screen.getByLabelText('Name'))
    fireEvent.pointerMove(other, { buttons: 1 })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByText('Name is required')).toBeNull()
    fireEvent[release](other, how)
    await screen.findByText('Name is required')
  })

  it('says it at once when a key leaves the field', async () => {
    render(<Form />)
    fireEvent.blur(screen.getByLabelText('Name'))
    await screen.findByText('Name is required')
  })
})
