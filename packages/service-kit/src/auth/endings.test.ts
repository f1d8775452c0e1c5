import { type FeedEvent, identityEvents } from '@mms/contracts'
import { expect, test } from 'vitest'
import type { Caller } from './caller.ts'
import { createEndings, ENDING_MATTERS_MS } from './endings.ts'

const caller = (given: Partial<Caller> = {}): Caller => ({
  id: 'u1',
  role: 'staff',
  name: 'Asha',
  email: 'asha@example.com',
  sessionId: 's1',
  tokenVersion: 0,
  ...given,
})
const event = (type: string, subject: string, data: unknown = {}): FeedEvent => ({
  specversion: '1.0',
  id: 'e.1',
  source: 'identity',
  type,
  subject,
  time: '2026-11-21T10:00:00.000Z',
  data,
})
const session = (id: string) => event(identityEvents.sessionEnded, id)
const user = (id: string, version: number) => event(identityEvents.userTokensEnded, id, { version })

test('end the tokens of a session, and of no other', () => {
  const endings = createEndings()
  endings.note(session('s1'))
  expect(endings.hasEnded(caller())).toBe(true)
  expect(endings.hasEnded(caller({ sessionId: 's2' }))).toBe(false)
})

test('end the tokens of a user that were issued before, and none that came after', () => {
  const endings = createEndings()
  endings.note(user('u1', 1_000))
  endings.note(user('u1', 900))
  expect(endings.hasEnded(caller({ tokenVersion: 999 }))).toBe(true)
  expect(endings.hasEnded(caller({ tokenVersion: 1_000 }))).toBe(false)
  expect(endings.hasEnded(caller({ id: 'u2' }))).toBe(false)
})

test('of kinds that a later identity has pass by', () => {
  const endings = createEndings()
  endings.note(event('identity.device.ended', 's1'))
  endings.note(event(identityEvents.userTokensEnded, 'u1', { since: 'yesterday' }))
  expect(endings.hasEnded(caller())).toBe(false)
})

test('fall out when no token can be so old, however many there were', () => {
  let time = 0
  const endings = createEndings(() => time)
  for (let n = 0; n < 10_000; n += 1) endings.note(n % 2 ? session(`s${n}`) : user(`u${n}`, n))
  time = ENDING_MATTERS_MS / 2
  // Ended again: this one stays.
  endings.note(user('u0', 5))
  endings.removeExpired()
  expect(endings.size()).toBe(10_000)
  time = ENDING_MATTERS_MS
  endings.removeExpired()
  expect(endings.size()).toBe(1)
  expect(endings.hasEnded(caller({ id: 'u0', tokenVersion: 4 }))).toBe(true)
})
