import { events } from '@mms/sdk'
import { expect, it, vi } from 'vitest'
import { followChanges } from './follow-changes.ts'

const CHANNEL = 'mms-alerts'

it('hears of another tab, and tells others of this one', async () => {
  const otherTab = new BroadcastChannel(CHANNEL)
  const heard: unknown[] = []
  otherTab.addEventListener('message', ({ data }) => heard.push(data))
  const look = vi.fn()
  const stop = followChanges(look)
  otherTab.postMessage('alerts')
  await expect.poll(() => look.mock.calls.length).toBe(1)
  events.emit('alerts-changed', {})
  expect(look).toHaveBeenCalledTimes(2)
  events.emit('medicines-changed', { medicineIds: [] })
  await expect.poll(() => heard).toEqual(['alerts', 'stock'])
  stop()
  events.emit('alerts-changed', {})
  expect(look).toHaveBeenCalledTimes(2)
  otherTab.close()
})

it('does not look in a tab that nobody sees', () => {
  const look = vi.fn()
  const stop = followChanges(look)
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  events.emit('alerts-changed', {})
  expect(look).not.toHaveBeenCalled()
  seen.mockRestore()
  events.emit('alerts-changed', {})
  expect(look).toHaveBeenCalledTimes(1)
  stop()
})
