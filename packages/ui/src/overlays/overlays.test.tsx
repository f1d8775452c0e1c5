import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Menu, MenuItem } from './menu.tsx'

function showConfirm(busy = false) {
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  render(
    <UiProvider>
      <ConfirmDialog
        open
        title="Delete medicine"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={busy}
        onConfirm={onConfirm}
        onCancel={onCancel}
      >
        Are you sure?
      </ConfirmDialog>
    </UiProvider>,
  )
  return { onConfirm, onCancel }
}

it('asks, and tells what was answered', () => {
  const { onConfirm, onCancel } = showConfirm()
  expect(screen.getByRole('alertdialog', { name: 'Delete medicine' }).textContent).toContain('Are you sure?')
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onCancel).toHaveBeenCalledTimes(1)
})

it('takes Escape as no', () => {
  const { onCancel } = showConfirm()
  fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }))
  expect(onCancel).toHaveBeenCalledTimes(1)
})

it('cannot be confirmed twice while busy', () => {
  const { onConfirm } = showConfirm(true)
  const button = screen.getByRole('button', { name: /Deleting/ })
  expect(button).toHaveProperty('disabled', true)
  fireEvent.click(button)
  expect(onConfirm).not.toHaveBeenCalled()
})

it('opens a menu, runs an entry and closes', () => {
  const logout = vi.fn()
  render(
    <UiProvider>
      <Menu label="Asha Rao">
        <MenuItem onSelect={logout}>Logout</MenuItem>
      </Menu>
    </UiProvider>,
  )
  const opener = screen.getByRole('button', { name: 'Asha Rao' })
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull()
  fireEvent.click(opener)
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
  expect(logout).toHaveBeenCalledTimes(1)
  expect(opener.getAttribute('aria-expanded')).toBe('false')
})

it('closes a menu by Escape and gives the focus back', () => {
  render(
    <UiProvider>
      <Menu label="Asha Rao">
        <MenuItem onSelect={vi.fn()}>Logout</MenuItem>
      </Menu>
    </UiProvider>,
  )
  const opener = screen.getByRole('button', { name: 'Asha Rao' })
  fireEvent.click(opener)
  screen.getByRole('button', { name: 'Logout' }).focus()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Logout' }), { key: 'Escape' })
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(opener)
})
