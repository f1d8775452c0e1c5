import { createMedicineSchema } from '@mms/contracts'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { formRules } from './form-rules.ts'
import { fieldProps, useSchemaForm } from './use-schema-form.ts'

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

const aWhile = () => new Promise((resolve) => setTimeout(resolve, 50))

it.each([
  ['pointerUp', {}],
  ['pointerMove', { buttons: 0 }],
] as const)('says what is wrong with a field that a press leaves after its %s', async (release, how) => {
  render(<Form />)
  const other = screen.getByRole('button', { name: 'Other' })
  fireEvent.pointerDown(other)
  fireEvent.blur(screen.getByLabelText('Name'))
  fireEvent.pointerMove(other, { buttons: 1 })
  await aWhile()
  expect(screen.queryByText('Name is required')).toBeNull()
  fireEvent[release](other, how)
  await screen.findByText('Name is required')
})

it('says it at once when a key leaves the field', async () => {
  render(<Form />)
  fireEvent.blur(screen.getByLabelText('Name'))
  await screen.findByText('Name is required')
})
