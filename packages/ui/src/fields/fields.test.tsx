import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { createRef, type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { CheckboxField } from './checkbox-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { PasswordField } from './password-field.tsx'
import { NumberField } from './text-field.tsx'
import { useSeen } from './use-seen.ts'

document.documentElement.dataset.theme = 'whole'

const show = (field: ReactNode) => render(field, { wrapper: UiProvider })
const description = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

it('names a control by its label, describes it by hint and error, and lets go of it at the wheel', async () => {
  show(<NumberField label="Price" hint="In rupees" error="Must be 0 or more" required />)
  const field = screen.getByRole('spinbutton', { name: /^Price/ })
  expect(field).toHaveProperty('required', true)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => description(field)).toContain('In rupees')
  expect(description(field)).toContain('Must be 0 or more')
  field.focus()
  fireEvent.wheel(field)
  expect(document.activeElement).not.toBe(field)
})

it('shows a part of what a checkbox stands for, also after a click that changes nothing of it', () => {
  const own = createRef<HTMLInputElement>()
  const field = (clicks: number) => (
    <CheckboxField label="All" ref={own} checked={false} indeterminate onChange={() => clicks} />
  )
  const { rerender } = show(field(0))
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' })
  expect([box.indeterminate, own.current]).toEqual([true, box])
  fireEvent.click(box)
  rerender(field(1))
  expect(box.indeterminate).toBe(true)
})

it('shows a password while it is typed, with focus and caret where they are, and hides it when it is sent', () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  show(
    <form onSubmit={onSubmit}>
      <PasswordField label="New password" name="password" />
      <button type="submit">Send</button>
    </form>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('New password')
  fireEvent.change(field, { target: { value: 'a long password' } })
  field.focus()
  field.setSelectionRange(2, 6)
  const button = screen.getByRole('button', { name: 'Show new password' })
  expect(fireEvent.mouseDown(button)).toBe(false)
  fireEvent.click(button)
  expect([field.type, field.selectionStart, field.selectionEnd]).toEqual(['text', 2, 6])
  expect(document.activeElement).toBe(field)
  fireEvent.click(screen.getByRole('button', { name: 'Hide new password' }))
  expect([field.type, field.value]).toEqual(['password', 'a long password'])
  fireEvent.click(screen.getByRole('button', { name: 'Show new password' }))
  expect(onSubmit).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(field.type).toBe('password')
})

function Kinds() {
  const [kind, setKind] = useState<'sale' | 'purchase'>('sale')
  return (
    <>
      <input aria-label="Quantity" />
      <ChoiceField
        label="Type"
        name="type"
        hint="What is recorded"
        required
        value={kind}
        choices={[
          { value: 'sale', label: 'Sale', palette: 'green', keyName: 'F2' },
          { value: 'purchase', label: 'Purchase', palette: 'blue' },
        ]}
        onChange={setKind}
      />
    </>
  )
}

it('has radio buttons with label, hint and keys, chosen by a press that leaves the focus where it is', () => {
  show(<Kinds />)
  const group = screen.getByRole('group', { name: /^Type/ })
  expect(description(group)).toBe('What is recorded')
  const keys = screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-keyshortcuts'))
  expect(keys).toEqual(['F2', null])
  screen.getByRole('textbox', { name: 'Quantity' }).focus()
  const label = screen.getByText('Purchase')
  expect(fireEvent.mouseDown(label)).toBe(false)
  expect(fireEvent.click(label, { detail: 1 })).toBe(false)
  expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('purchase')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Quantity' }))
})

describe('what has been seen', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const show = (first: unknown) => {
    const { result, rerender } = renderHook((shown: unknown) => useSeen(shown), { initialProps: first })
    return { seen: result.current, rerender }
  }

  /** A frame and the task after it. */
  const paint = () => act(() => void vi.advanceTimersByTime(40))

  const later = () => performance.now() + 1_000

  it('is seen once it is painted, by a key that was pressed after that and does not bounce', () => {
    const { seen } = show('question')
    const before = performance.now()
    expect([seen.isPainted(), seen.isSeenAt(later())]).toEqual([false, false])
    paint()
    expect([seen.isPainted(), seen.isSeenAt(later())]).toEqual([true, true])
    expect(seen.isSeenAt(before)).toBe(false)
    const at = later()
    seen.noteKey(at)
    expect([seen.isSeenAt(at + 49), seen.isSeenAt(at + 51)]).toEqual([false, true])
  })

  it('is not seen where nothing is shown, nor when it is gone, nor before another one is painted', () => {
    const { seen, rerender } = show(null)
    paint()
    expect(seen.isPainted()).toBe(false)
    rerender('first')
    paint()
    rerender('second')
    expect(seen.isSeenAt(later())).toBe(false)
    paint()
    expect(seen.isSeenAt(later())).toBe(true)
    rerender(null)
    expect(seen.isSeenAt(later())).toBe(false)
  })

  it('is to be painted again after a key that may change it, or once it is taken back', () => {
    const { seen } = show('question')
    for (const change of [() => seen.startAgain(performance.now()), seen.end]) {
      paint()
      expect(seen.isPainted()).toBe(true)
      change()
      expect(seen.isPainted()).toBe(false)
    }
    paint()
    expect(seen.isPainted()).toBe(false)
  })
})
