import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { setColorMode } from './color-mode.ts'
import { ColorModeToggle } from './color-mode-toggle.tsx'
import { UiProvider } from './ui-provider.tsx'

// The theme hides elements and separates words of names.
document.documentElement.dataset.theme = 'whole'

afterEach(() => act(() => setColorMode('system')))

it('goes round system, light and dark, writes it to the page and keeps it', () => {
  render(<ColorModeToggle />, { wrapper: UiProvider })
  fireEvent.click(screen.getByRole('button', { name: 'Color mode: system' }))
  expect(document.documentElement.classList.contains('light')).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Color mode: light' }))
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  expect(localStorage.getItem('mms.color-mode')).toBe('dark')
  expect(screen.getByRole('button', { name: 'Color mode: dark' })).toBeTruthy()
})
