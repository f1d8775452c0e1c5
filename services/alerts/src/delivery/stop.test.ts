import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildMedicine } from '../../test/medicines.ts'
import { openSendingStore } from '../../test/sending.ts'
import { NOON } from '../../test/support.ts'

describe.each(testDatabases())('a stop of the process on $name', (database: TestDatabase) => {
  /** What is left of three medicines that ran out, when the process stops while the first of a channel is being sent. */
  async function stopDuring(channel: 'email' | 'webhook') {
    const store = await openSendingStore(database)
    onTestFinished(() => store.close())
    const stop = new AbortController()
    const held = Promise.withResolvers<void>()
    const receivers = { email: store.mailServer, webhook: store.receiver }
    receivers[channel].state.during = () => {
      stop.abort()
      return held.promise
    }
    await store.receive(...['A', 'B', 'C'].map((name) => buildMedicine({ name, currentStock: 0 })))
    const job = store.service.sender.jobs.find(({ name }) => name === `alert-${channel}`)
    await job?.run(stop.signal).catch(() => {})
    const rows = await store.database
      .db('deliveries')
      .where({ channel })
      .select('status', 'attempts', 'next_attempt_at', 'error')
    held.resolve()
    return rows.map(({ next_attempt_at, ...row }) => ({
      ...row,
      isDue: new Date(next_attempt_at) <= new Date(NOON),
    }))
  }

  test.each(['email', 'webhook'] as const)(
    'spends no attempt of an %s, and the next one sends it',
    async (channel) => {
      const left = await stopDuring(channel)
      const untouched = { status: 'pending', attempts: 0, error: null, isDue: true }
      expect(left).toEqual([untouched, untouched, untouched])
    },
  )
})
