import { fireEvent, render, screen } from '@testing-library/react'
import { createRef, useState } from 'react'
import { expect, it } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { ChoiceField } from './choice-field.tsx'

type Kind = 'sale' | 'purchase'
const control = createRef<HTMLInputElement>()

function Form() {
  const [kind, setKind] = useState<Kind>('sale')
  return (
    <UiProvider>
      <input aria-label="Quantity" />
      <ChoiceField<Kind>
        label="Type"
        required
        name="type"
        value={kind}
        choices={[
          { value: 'sale', label: 'Sale', palette: 'green', keyName: 'F2' },
          { value: 'purchase', label: 'Purchase', palette: 'blue' },
        ]}
        onChange={setKind}
        hint="What is recorded"
        ref={control}
      />
    </UiProvider>
  )
}

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const chosen = () => screen.getByRole<HTMLInputElement>('radio', { checked: true }).value

it('is a group of radio buttons with its label, its hint and its keys', () => {
  render(<Form />)
  const group = screen.getByRole('group', { name: /^Type/ })
  const hint = document.getElementById(group.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toBe('What is recorded')
  expect(radio('Sale').getAttribute('aria-keyshortcuts')).toBe('F2')
  expect(radio('Purchase').hasAttribute('aria-keyshortcuts')).toBe(false)
})

it('is chosen by a press that leaves the focus where it is', () => {
  render(<Form />)
  screen.getByRole('textbox', { name: 'Quantity' }).focus()
  const label = screen.getByText('Purchase')
  expect(fireEvent.mouseDown(label)).toBe(false)
  expect(fireEvent.click(label, { detail: 1 })).toBe(false)
  expect(chosen()).toBe('purchase')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Quantity' }))
})

it('is chosen by the keyboard as any radio button, and its ref is the chosen one', () => {
  render(<Form />)
  expect(control.current?.value).toBe('sale')
  fireEvent.click(radio('Purchase'))
  expect(chosen()).toBe('purchase')
  expect(control.current?.value).toBe('purchase')
})
