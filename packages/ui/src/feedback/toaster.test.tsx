import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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

it('shows a message as text and takes it away after a while', () => {
  act(() => toast.success('<b>Saved</b>'))
  expect(screen.getByText('<b>Saved</b>')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(5_000))
  expect(screen.queryByText('<b>Saved</b>')).toBeNull()
})

it('announces an error at once', () => {
  act(() => toast.error('Error 500: Something went wrong'))
  expect(screen.getByRole('alert').textContent).toContain('Error 500: Something went wrong')
})

it('keeps messages while they are pointed at', () => {
  act(() => toast.success('Saved'))
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Messages' }))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('Saved')).toBeTruthy()
})

it('shows the same message once', () => {
  act(() => {
    toast.error('Network error')
    toast.error('Network error')
  })
  expect(screen.getAllByText('Network error')).toHaveLength(1)
})

it('closes a message by its button', () => {
  act(() => toast.info('Hello'))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Hello')).toBeNull()
})
