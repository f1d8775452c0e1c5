import { type FeedEvent, identityEvents } from '@mms/contracts'
import { expect, test } from 'vitest'
import type { Caller } from './caller.ts'
import { createRevocations, REVOCATION_MATTERS_MS } from './revocations.ts'

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

test('end the tokens of a user that were issued before, and none that came after', () => {
  const revocations = createRevocations()
  revocations.note(user('u1', 1_000))
  revocations.note(user('u1', 900))
  expect(revocations.isRevoked(caller({ tokenVersion: 999 }))).toBe(true)
  expect(revocations.isRevoked(caller({ tokenVersion: 1_000 }))).toBe(false)
  expect(revocations.isRevoked(caller({ id: 'u2' }))).toBe(false)
})

test('of kinds that a later identity has pass by', () => {
  const revocations = createRevocations()
  revocations.note(event('identity.device.ended', 's1'))
  revocations.note(event(identityEvents.userTokensEnded, 'u1', { since: 'yesterday' }))
  expect(revocations.isRevoked(caller())).toBe(false)
})

test('fall out when no token can be so old, however many there were', () => {
  let time = 0
  const revocations = createRevocations(() => time)
  for (let n = 0; n < 10_000; n += 1) revocations.note(n % 2 ? session(`s${n}`) : user(`u${n}`, n))
  time = REVOCATION_MATTERS_MS / 2
  // Ended again: this one stays.
  revocations.note(user('u0', 5))
  revocations.removeExpired()
  expect(revocations.size()).toBe(10_000)
  time = REVOCATION_MATTERS_MS
  revocations.removeExpired()
  expect(revocations.size()).toBe(1)
  expect(revocations.isRevoked(caller({ id: 'u0', tokenVersion: 4 }))).toBe(true)
})
