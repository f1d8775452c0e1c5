import { expect, test } from 'vitest'
import { testTokens } from '../test-support/tokens.ts'
import { authorize } from './authorize.ts'

const tokens = testTokens()
const { verifiers } = tokens
const as = (service: string) => `Bearer ${tokens.serviceToken(service)}`
const internal = { access: 'service', callers: ['sales', 'alerts'] } as const

test.each([
  ['an internal route', 'a service that it does not name', internal, as('analytics'), 403],
  ['an internal route', 'any service when it names none', { access: 'service' } as const, as('sales'), 403],
  ['an internal route', 'a person', internal, `Bearer ${tokens.token({ role: 'admin' })}`, 401],
  ['a route of people', 'a service', { access: 'signed-in' } as const, as('sales'), 401],
])('%s keeps out %s', async (_route, _caller, door, authorization, status) => {
  expect(await authorize(internal, as('alerts'), verifiers)).toMatchObject({ id: 'service:alerts' })
  await expect(authorize(door, authorization, verifiers)).rejects.toMatchObject({ status })
})

test('a feed is open to those who follow it by the list, and to those it names where no list says so', async () => {
  const supplier = { id: 'service:suppliers', role: 'service' as const, name: '', email: '' }
  const caller = (follows?: string[]) => async () => ({ ...supplier, ...(follows && { follows }) })
  const ask = (callers: string[], follows?: string[]) => {
    const door = { access: 'service', callers, feedOf: 'inventory' } as const
    return authorize(door, as('suppliers'), { ...verifiers, service: caller(follows) })
  }
  expect(await ask([], ['sales', 'inventory'])).toMatchObject({ id: 'service:suppliers' })
  expect(await ask(['suppliers'])).toMatchObject({ id: 'service:suppliers' })
  await expect(ask([])).rejects.toMatchObject({ status: 403 })
  await expect(ask(['suppliers'], ['sales'])).rejects.toMatchObject({
    status: 403,
    message: expect.stringMatching(/^suppliers does not follow inventory: .*services\.json.*"follows"/),
  })
  // To follow is not to command.
  const command = { access: 'service', callers: ['sales'] } as const
  const follower = { ...verifiers, service: caller(['inventory']) }
  await expect(authorize(command, as('suppliers'), follower)).rejects.toMatchObject({ status: 403 })
})

test('a door that needs a recent proof asks for it by the way in which the person signs in', async () => {
  const door = { access: 'admin', recentProof: true } as const
  const now = Math.floor(Date.now() / 1_000)
  const enter = (authTime: number, byProvider?: boolean) =>
    authorize(door, `Bearer ${tokens.token({ authTime, ...(byProvider && { byProvider }) })}`, verifiers)
  expect(await enter(now - 590)).toMatchObject({ role: 'admin' })
  for (const at of [0, now - 610, now + 120]) {
    await expect(enter(at)).rejects.toMatchObject({ status: 403, code: 'auth.reauthenticate' })
    await expect(enter(at, true)).rejects.toMatchObject({ status: 403, code: 'auth.sign_in_again' })
  }
})
