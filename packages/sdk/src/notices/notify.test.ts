import { expect, it, onTestFinished, vi } from 'vitest'
import { signInAs } from '../test-support/render-page.tsx'
import { connectNotify, type Notice, notify } from './notify.ts'

const shown: Notice[] = []
function draw() {
  shown.length = 0
  onTestFinished(connectNotify((notice) => shown.push(notice)))
}

it('keeps what is said before anybody draws toasts, then passes everything on', () => {
  notify.error('Too early', 'but kept')
  draw()
  notify.success('Saved')
  expect(shown).toEqual([
    { kind: 'error', text: 'Too early', detail: 'but kept' },
    { kind: 'success', text: 'Saved', detail: undefined },
  ])
})

it('offers its action to the person whose it is, and to nobody who signs in while it is seen', () => {
  draw()
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
})
