import { expect, it } from 'vitest'
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
