import type { LoginResponse, NewApp, Problem, RecoveryCodes, SignInSettings } from '@mms/contracts'
import { Secret, TOTP } from 'otpauth'
import type { StoredUser } from '../src/users/store.ts'
import { buildAddress, PASSWORD, type TestIdentity } from './support.ts'

/** Code that an authenticator app shows at the time `now`. */
export function codeOf(secret: string, now: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
}

/** API calls for a user's second step. */
export function secondStepsOf(identity: TestIdentity) {
  const now = () => Date.now() + identity.clock.offset
  const headers = () => ({ 'x-forwarded-for': buildAddress() })
  const post = <T>(path: string, body: object, token?: string) =>
    identity.client.post<T>(path, { body, headers: headers(), ...(token && { token }) })

  const calls = {
    now,
    post,
    saveSettings: (token: string, administratorsNeedSecondStep: boolean) =>
      identity.client.put<SignInSettings & Problem>('/api/auth/settings', {
        token,
        body: { administratorsNeedSecondStep },
      }),
    /** Signs in by password and returns the challenge for the second step. */
    async challengeOf(email: string): Promise<string> {
      const { body } = await identity.login(email)
      return (body as unknown as Problem).secondStep?.challenge ?? ''
    },
    take: (body: { challenge: string; code?: string; recoveryCode?: string; passkey?: object }) =>
      post<LoginResponse & Problem>('/api/auth/login/second-step', body),
    /** Sets up an app. Returns its secret and the recovery codes. */
    async addApp(user: StoredUser, token?: string) {
      const signedIn = token ?? (await identity.login(user.email)).body.token
      const path = '/api/auth/second-step/app'
      const { challenge, secret } = (await post<NewApp>(path, { currentPassword: PASSWORD }, signedIn)).body
      const code = codeOf(secret, now())
      const { body } = await post<RecoveryCodes>(`${path}/confirm`, { challenge, code }, signedIn)
      return { token: signedIn, secret, code, recoveryCodes: body.recoveryCodes }
    },
    /** Sends a request with the second step that it needs. */
    async postProven<T>(path: string, more: object, { token, secret }: { token: string; secret: string }) {
      identity.clock.offset += 30_000
      const body = { currentPassword: PASSWORD, ...more }
      const challenge = (await post<Problem>(path, body, token)).body.secondStep?.challenge
      return post<T>(path, { ...body, secondStep: { challenge, code: codeOf(secret, now()) } }, token)
    },
    /** Signs in with both steps. Moves the clock by half a minute, because each code works once. */
    async signIn(user: StoredUser, secret: string) {
      identity.clock.offset += 30_000
      const challenge = await calls.challengeOf(user.email)
      return calls.take({ challenge, code: codeOf(secret, now()) })
    },
  }
  return calls
}
