import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { callerOf } from '@mms/service-kit/test-support'

/** Pause between two requests of a person. */
const PAUSE_MS = 60

export interface Person {
  email: string
  password: string
  /** Client address; each person has another. */
  address: string
  token: string
}

export type Counts = Record<string, number>

/** Sends POST requests as this person. */
export const callAs =
  (url: string, { address, token }: Pick<Person, 'address' | 'token'>) =>
  (path: string, body?: object) =>
    callerOf(url).post<Record<string, unknown>>(path, {
      token,
      body,
      headers: { 'x-forwarded-for': address, 'idempotency-key': randomUUID() },
    })

/** Signs in and keeps the token; returns the status. */
export async function signIn(url: string, person: Person, password = person.password): Promise<number> {
  const post = callAs(url, { ...person, token: '' })
  const { status, body } = await post('/api/auth/login', { email: person.email, password })
  if (status === 200) person.token = String(body.token)
  return status
}

/** Creates users with passwords of their own. */
export async function hire(url: string, owner: Person, count: number): Promise<Person[]> {
  await signIn(url, owner)
  const people: Person[] = []
  for (let at = 0; at < count; at += 1) {
    const given = { email: `till-${at}@clock.test`, password: 'correct horse battery staple 9' }
    await callAs(url, owner)('/api/users', { ...given, name: `Till ${at}`, role: 'staff' })
    const person = { ...given, address: `203.0.113.${at + 1}`, token: '' }
    await signIn(url, person)
    const newPassword = 'another horse battery staple 9'
    await callAs(url, person)('/api/auth/password', { currentPassword: given.password, newPassword })
    people.push({ ...person, password: newPassword })
  }
  return people
}

/** Sells until stopped; counts statuses. */
export async function work(
  url: string,
  person: Person,
  medicineId: string,
  until: AbortSignal,
  counts: Counts,
) {
  const sale = { medicineId, type: 'sale', quantity: 1, unitPrice: 1, note: '' }
  while (!until.aborted) {
    const { status } = await callAs(url, person)('/api/transactions', sale).catch(() => ({ status: 0 }))
    counts[status] = (counts[status] ?? 0) + 1
    if (status === 401) await signIn(url, person).catch(() => 0)
    await delay(PAUSE_MS)
  }
}
