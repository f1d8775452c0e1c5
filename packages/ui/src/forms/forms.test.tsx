import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { FormActions, LeaveDialog, RestoredAlert, SaveFailureAlert, SaveNotice } from './form-parts.tsx'

const wrapper = UiProvider

it('says in words which edits are back, with a yes and a no and what is empty, and discards them', () => {
  const onDiscard = vi.fn()
  const labels = { name: 'Name', seasonal: 'Seasonal?' }
  const restored = [
    { field: 'name', from: 'Dolo', to: '' },
    { field: 'seasonal', from: false, to: true },
  ] as const
  render(<RestoredAlert restored={restored} labels={labels} onDiscard={onDiscard} />, { wrapper })
  expect(screen.getByRole('status').textContent).toContain('Your unsaved entries were restored')
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual(['Name: Dolo → (empty)', 'Seasonal?: no → yes'])
  fireEvent.click(screen.getByRole('button', { name: 'Discard them' }))
  expect(onDiscard).toHaveBeenCalledTimes(1)
})

it('says why saving failed and that nothing is lost, and takes the focus that no element has', () => {
  const failure = { title: 'Failed to save medicine', reason: 'No connection.' }
  render(<SaveFailureAlert failure={failure} />, { wrapper })
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('No connection. Nothing you typed is lost. You can save again.')
  expect(document.activeElement?.contains(alert)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

it('leaves the focus in the field that has it', () => {
  const form = (isSaved: boolean) => (
    <>
      <input aria-label="Name" />
      {isSaved ? <SaveNotice>Saved</SaveNotice> : null}
    </>
  )
  const { rerender } = render(form(false), { wrapper })
  screen.getByRole('textbox', { name: 'Name' }).focus()
  rerender(form(true))
  screen.getByText('Saved')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
})

it('has buttons that save, save and go on, or lead away, and none takes the focus by a press', () => {
  const another = vi.fn()
  const cancel = <a href="/medicines">Cancel</a>
  render(<FormActions busy={false} submitLabel="Save" cancel={cancel} onSaveAndAnother={another} />, {
    wrapper,
  })
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('type', 'submit')
  fireEvent.click(screen.getByRole('button', { name: 'Save and add another' }))
  expect(another).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/medicines')
  expect(fireEvent.mouseDown(screen.getByRole('button', { name: 'Save' }))).toBe(false)
})

it('asks before what was typed is left behind, and Escape stays', () => {
  const [leave, stay] = [vi.fn(), vi.fn()]
  const { rerender } = render(<LeaveDialog isAsked={false} leave={leave} stay={stay} />, { wrapper })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  rerender(<LeaveDialog isAsked leave={leave} stay={stay} />)
  expect(document.activeElement?.textContent).toBe('Keep editing')
  fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }))
  expect([stay.mock.calls.length, leave.mock.calls.length]).toEqual([1, 0])
  fireEvent.click(screen.getByRole('button', { name: 'Leave without saving' }))
  expect(leave).toHaveBeenCalledTimes(1)
})
