import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { createRef, type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { CheckboxField } from './checkbox-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { PasswordField } from './password-field.tsx'
import { NumberField, TextField } from './text-field.tsx'
import { useSeen } from './use-seen.ts'

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

it('lets go of a number when the wheel turns over it', () => {
  show(<NumberField label="Stock" />)
  const field = screen.getByRole('spinbutton', { name: 'Stock' })
  field.focus()
  fireEvent.wheel(field)
  expect(document.activeElement).not.toBe(field)
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

describe('a choice', () => {
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
})

describe('what has been seen', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  const show = (first: unknown) => {
    const { result, rerender } = renderHook((shown: unknown) => useSeen(shown), { initialProps: first })
    return { seen: result.current, rerender }
  }

  /** A frame and the task after it. */
  const paint = () => act(() => void vi.advanceTimersByTime(40))

  const later = () => performance.now() + 1_000

  it('is seen once it is painted, by a key that was pressed after that', () => {
    const { seen } = show('question')
    const before = performance.now()
    expect([seen.isPainted(), seen.isSeenAt(later())]).toEqual([false, false])
    paint()
    expect([seen.isPainted(), seen.isSeenAt(later())]).toEqual([true, true])
    expect(seen.isSeenAt(before)).toBe(false)
  })

  it('is not seen where nothing is shown, nor when it is gone', () => {
    const { seen, rerender } = show(null)
    paint()
    expect(seen.isPainted()).toBe(false)
    rerender('question')
    paint()
    rerender(null)
    expect(seen.isSeenAt(later())).toBe(false)
  })

  it('is to be painted again when it is another one', () => {
    const { seen, rerender } = show('first')
    paint()
    rerender('second')
    expect(seen.isSeenAt(later())).toBe(false)
    paint()
    expect(seen.isSeenAt(later())).toBe(true)
  })

  it('is not meant by a key that bounces, whichever key it was', () => {
    const { seen } = show('question')
    paint()
    const at = later()
    seen.noteKey(at)
    expect([seen.isSeenAt(at + 49), seen.isSeenAt(at + 51)]).toEqual([false, true])
  })

  it('is to be painted again after a key that may change it, or once it is taken back', () => {
    const { seen } = show('question')
    paint()
    seen.startAgain(performance.now())
    expect(seen.isPainted()).toBe(false)
    paint()
    expect(seen.isPainted()).toBe(true)
    seen.end()
    paint()
    expect(seen.isPainted()).toBe(false)
  })
})
