import { subscribe } from 'node:diagnostics_channel'
import { flushCompileCache } from 'node:module'
import { FAILPOINTS } from '../process/failpoint.ts'

// Loaded before the program that a test starts, which then takes the test's messages.

/** `kill:` ends the process; `stop:` suspends it until SIGCONT. */
const SIGNALS: Readonly<Record<string, NodeJS.Signals>> = { kill: 'SIGKILL', stop: 'SIGSTOP' }

let armed: { name: string; signal: NodeJS.Signals } | undefined

subscribe(FAILPOINTS, (name) => {
  if (armed === undefined || armed.name !== name) return
  const { signal } = armed
  armed = undefined
  process.kill(process.pid, signal)
})

process.on('message', (message: { type?: string; at?: string } | string) => {
  // Node saves its compile cache only on a clean exit, and most of these are killed; the next start is a third faster.
  if (message === 'keep-compiled') flushCompileCache()
  if (typeof message === 'string' || message.type !== 'arm-failpoint') return
  const [action = '', name = ''] = message.at?.split(':') ?? []
  const signal = SIGNALS[action]
  if (!signal) throw new TypeError(`Not a failpoint: ${message.at}`)
  armed = { name, signal }
  process.send?.({ type: 'failpoint-armed' })
})
