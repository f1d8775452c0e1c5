import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { markChildren, stopLeftovers } from './leftovers.ts'

it('ends what was started since the mark, and only that', async () => {
  const before = spawn('sleep', ['60'])
  markChildren()
  const after = spawn('sleep', ['61'], { detached: true })
  await Promise.all([once(before, 'spawn'), once(after, 'spawn')])
  const ended = once(after, 'exit')
  expect(stopLeftovers()).toEqual([expect.stringContaining(`${after.pid} sleep 61`)])
  await ended
  expect(before.exitCode).toBeNull()
  before.kill()
  expect(stopLeftovers()).toEqual([])
})
