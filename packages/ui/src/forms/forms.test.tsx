import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { EditList, RestoredAlert } from './edit-list.tsx'
import { FormActions } from './form-actions.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { SaveFailureAlert, SaveNotice } from './save-notice.tsx'

const show = (part: ReactNode) => render(<UiProvider>{part}</UiProvider>)
const labels = { name: 'Name', seasonal: 'Seasonal?' }
const edits = [
  { field: 'name', from: 'Dolo', to: '' },
  { field: 'seasonal', from: false, to: true },
] as const

describe('edits', () => {
  it('are said in words, with a yes and a no and what is empty', () => {
    show(<EditList title="Changed meanwhile:" edits={edits} labels={labels} />)
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Name: Dolo → (empty)',
      'Seasonal?: no → yes',
    ])
  })

  it('that are back from an earlier visit can be discarded', () => {
    const onDiscard = vi.fn()
    show(<RestoredAlert restored={edits} labels={labels} onDiscard={onDiscard} />)
    expect(screen.getByRole('status').textContent).toContain('Your unsaved entries were restored')
    fireEvent.click(screen.getByRole('button', { name: 'Discard them' }))
    expect(onDiscard).toHaveBeenCalledTimes(1)
  })
})

describe('what saving led to', () => {
  it('says why it failed and that nothing is lost, and takes the focus that no element has', () => {
    show(<SaveFailureAlert failure={{ title: 'Failed to save medicine', reason: 'No connection.' }} />)
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('No connection. Nothing you typed is lost. You can save again.')
    expect(document.activeElement?.contains(alert)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })

  it('leaves the focus in the field that has it', () => {
    const form = (notice: ReactNode) => (
      <UiProvider>
        <input aria-label="Name" />
        {notice}
      </UiProvider>
    )
    const { rerender } = render(form(null))
    screen.getByRole('textbox', { name: 'Name' }).focus()
    rerender(form(<SaveNotice>Saved</SaveNotice>))
    screen.getByText('Saved')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
  })
})

describe('the buttons of a form', () => {
  const actions = (busy: boolean, onSaveAndAnother?: () => void) => (
    <FormActions
      busy={busy}
      submitLabel="Save"
      cancel={<a href="/medicines">Cancel</a>}
      onSaveAndAnother={onSaveAndAnother}
    />
  )

  it('save, save and go on, or lead away, and none takes the focus by a press', () => {
    const another = vi.fn()
    show(actions(false, another))
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('type', 'submit')
    fireEvent.click(screen.getByRole('button', { name: 'Save and add another' }))
    expect(another).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/medicines')
    expect(fireEvent.mouseDown(screen.getByRole('button', { name: 'Save' }))).toBe(false)
  })
})

it('asks before what was typed is left behind, and Escape stays', () => {
  const [leave, stay] = [vi.fn(), vi.fn()]
  const { rerender } = show(<LeaveDialog isAsked={false} leave={leave} stay={stay} />)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  rerender(
    <UiProvider>
      <LeaveDialog isAsked leave={leave} stay={stay} />
    </UiProvider>,
  )
  expect(document.activeElement?.textContent).toBe('Keep editing')
  fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }))
  expect([stay.mock.calls.length, leave.mock.calls.length]).toEqual([1, 0])
  fireEvent.click(screen.getByRole('button', { name: 'Leave without saving' }))
  expect(leave).toHaveBeenCalledTimes(1)
})
