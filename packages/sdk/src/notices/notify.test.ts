import { expect, it, vi } from 'vitest'
import { signInAs } from '../test-support/render-page.tsx'
import { connectNotify, type Notice, notify } from './notify.ts'

it('keeps what is said before anybody draws toasts, then passes everything on', () => {
  const shown: Notice[] = []
  notify.error('Too early', 'but kept')
  const disconnect = connectNotify((notice) => shown.push(notice))
  notify.success('Saved')
  expect(shown).toEqual([
    { kind: 'error', text: 'Too early', detail: 'but kept' },
    { kind: 'success', text: 'Saved', detail: undefined },
  ])
  disconnect()
})

it('offers its action to the person whose it is, and to nobody who signs in while it is seen', () => {
  const shown: Notice[] = []
  const disconnect = connectNotify((notice) => shown.push(notice))
  const run = vi.fn()
  signInAs('staff')
  notify.error('Failed', 'detail', { label: 'Try again', run })
  shown[0]?.action?.run()
  expect(run).toHaveBeenCalledTimes(1)
  signInAs('admin')
  shown[0]?.action?.run()
  notify.error('Failed', 'late', { label: 'Try again', run, userId: 'user-staff' })
  expect(shown[1]?.action).toBeUndefined()
  expect(run).toHaveBeenCalledTimes(1)
  disconnect()
})
