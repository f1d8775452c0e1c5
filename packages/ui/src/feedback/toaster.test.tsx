import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { toast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<UiProvider>page</UiProvider>)
})
afterEach(() => {
  act(toast.clear)
  vi.useRealTimers()
})

it('shows a message once and as text, keeps it while it is pointed at, and takes it away after a while', () => {
  act(() => toast.success('<b>Saved</b>'))
  act(() => toast.success('<b>Saved</b>'))
  expect(screen.getAllByText('<b>Saved</b>')).toHaveLength(1)
  const box = screen.getByRole('region', { name: 'Messages' })
  fireEvent.pointerEnter(box)
  act(() => void vi.advanceTimersByTime(60_000))
  screen.getByText('<b>Saved</b>')
  fireEvent.pointerLeave(box)
  act(() => void vi.advanceTimersByTime(5_000))
  expect(screen.queryByText('<b>Saved</b>')).toBeNull()
})

describe('the focus', () => {
  let field: HTMLInputElement
  beforeEach(() => {
    field = document.body.appendChild(document.createElement('input'))
    field.focus()
    return () => field.remove()
  })

  it.each([
    ['Dismiss', 0],
    ['Undo', 1],
  ])('goes back to where somebody typed when %s ends a message, not taken by its press', (name, runs) => {
    const run = vi.fn()
    act(() => toast.success('Sold', 'Paracetamol', { label: 'Undo', run }))
    const button = screen.getByRole('button', { name })
    expect(fireEvent.mouseDown(button)).toBe(false)
    act(() => button.focus())
    fireEvent.click(button)
    expect(run).toHaveBeenCalledTimes(runs)
    expect(screen.queryByText('Sold')).toBeNull()
    expect(document.activeElement).toBe(field)
  })
})

it('shows what offers an action for longer', () => {
  act(() => toast.success('Sold', undefined, { label: 'Undo', run: () => {} }))
  act(() => void vi.advanceTimersByTime(9_000))
  expect(screen.getByText('Sold')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1_000))
  expect(screen.queryByText('Sold')).toBeNull()
})

it.each([
  ['there is nothing to do any more', (done: AbortController) => done.abort()],
  ['somebody else signs in', toast.dropActions],
])('loses its button, and stays, when %s', (_, drop) => {
  const done = new AbortController()
  act(() => toast.success('Sold', 'Recorded', { label: 'Undo', run: () => {}, signal: done.signal }))
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  act(() => drop(done))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(screen.getByText('Sold')).toBeTruthy()
})
