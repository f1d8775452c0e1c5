import type { AuditEntry, LoginResponse, Problem, SharedCounter, SignInSettings } from '@mms/contracts'
import { expect } from 'vitest'
import { createSettingsStore } from '../src/factors/store.ts'
import type { StoredUser } from '../src/users/store.ts'
import { buildAddress, deviceIn, PASSWORD, refreshTokenIn, type TestIdentity } from './support.ts'

export const PIN = '290417'
export const WRONG = '290418'
export const PATH = '/api/auth/till'

interface Person {
  user: StoredUser
  token: string
  cookie: string
}

const headers = (device?: string, cookie?: string) => ({
  'x-forwarded-for': buildAddress(),
  cookie: [device && `mms_device=${device}`, cookie && `mms_refresh=${cookie}`].filter(Boolean).join('; '),
})

const codeOf = async (answer: Promise<{ body: { code?: string } | undefined }>) => (await answer).body?.code

/** Proves the password again. Returns the new token. */
const confirming = (identity: TestIdentity) => async (token: string) => {
  const options = { token, body: { password: PASSWORD }, headers: headers() }
  return (await identity.client.post<LoginResponse>('/api/auth/reauthenticate', options)).body.token
}

/** API calls of people who share a counter. */
export function switchUserOf(identity: TestIdentity) {
  const save = async (body: object) => {
    const token = await identity.tokenOf('admin')
    return identity.client.put<SignInSettings & Problem>('/api/auth/settings', { token, body })
  }
  const allow = (pinsAllowed: boolean) => save({ administratorsNeedSecondStep: false, pinsAllowed })
  /** Writes to the database, because the route requires a second step of the caller. */
  const needSecondStep = () => createSettingsStore(identity.db).update('administratorsNeedSecondStep', true)

  async function signIn(device?: string, given: Partial<StoredUser> = {}) {
    const user = given.id ? (given as StoredUser) : await identity.addUser(given)
    const answer = await identity.login(user.email, PASSWORD, { device })
    const person: Person = { user, token: answer.body.token, cookie: refreshTokenIn(answer) ?? '' }
    return { ...person, device: deviceIn(answer) ?? device ?? '' }
  }
  const setPin = (token: string, device?: string, pin = PIN) =>
    identity.client.put<Problem | undefined>(`${PATH}/pin`, {
      token,
      body: { pin },
      headers: headers(device),
    })
  const show = async (token: string, device?: string) =>
    (await identity.client.get<SharedCounter>(PATH, { token, headers: headers(device) })).body
  const change = (by: Person, userId: string, device: string | undefined, pin = PIN) =>
    identity.client.post<LoginResponse & Problem>(`${PATH}/person`, {
      token: by.token,
      body: { userId, pin },
      headers: headers(device, by.cookie),
    })
  const records = async (action: string) => {
    const token = await identity.tokenOf('admin')
    const path = `/api/users/history?action=${action}&limit=100`
    return (await identity.client.get<AuditEntry[]>(path, { token })).body
  }
  const isOver = async ({ token }: Person) =>
    (await identity.client.get(PATH, { token, headers: headers() })).status === 401

  /** Asha is signed in at a counter where Ravi has a PIN. */
  async function openCounter(given: Partial<StoredUser> = {}) {
    const ravi = await signIn(undefined, { name: 'Ravi Iyer', ...given })
    expect((await setPin(ravi.token, ravi.device)).status).toBe(204)
    const asha = await signIn(ravi.device)
    const { device } = ravi
    return { ravi, asha, device, goOn: (pin = PIN) => change(asha, ravi.user.id, device, pin) }
  }

  const confirm = confirming(identity)
  const reads = { show, records, codeOf, isOver }
  const settings = { save, allow, needSecondStep }
  return { ...reads, ...settings, headers, signIn, setPin, confirm, change, openCounter }
}
