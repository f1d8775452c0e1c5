import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Menu, MenuItem } from './menu.tsx'

it('asks, tells what was answered, and cannot be confirmed twice while busy', () => {
  const [onConfirm, onCancel] = [vi.fn(), vi.fn()]
  const dialog = (busy: boolean) => (
    <ConfirmDialog
      open
      title="Delete medicine"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
  const { rerender } = render(dialog(false), { wrapper: UiProvider })
  screen.getByRole('alertdialog', { name: 'Delete medicine' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onCancel).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  rerender(dialog(true))
  fireEvent.click(screen.getByRole('button', { name: /Deleting/ }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

it('opens a menu, and closes it when an entry runs or by Escape, which gives the focus back', () => {
  const logout = vi.fn()
  const menu = (
    <Menu label="Asha Rao">
      <MenuItem onSelect={logout}>Logout</MenuItem>
    </Menu>
  )
  render(menu, { wrapper: UiProvider })
  const opener = screen.getByRole('button', { name: 'Asha Rao' })
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull()
  fireEvent.click(opener)
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
  expect(logout).toHaveBeenCalledTimes(1)
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(opener)
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  const entry = screen.getByRole('button', { name: 'Logout' })
  entry.focus()
  fireEvent.keyDown(entry, { key: 'Escape' })
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(opener)
})
