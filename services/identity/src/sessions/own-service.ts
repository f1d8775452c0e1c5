import type { Session } from '@mms/contracts'
import { assertRecent, type Caller, inTransaction, problem, recordChange } from '@mms/service-kit'
import type { IdentityContext } from '../context.ts'
import { createUserStore } from '../users/store.ts'
import { endSessions, revokeAccess } from './revocations.ts'
import { createSessionStore } from './store.ts'

const browsers: [RegExp, string][] = [
  [/\bEdgi?A?(?:OS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** Readable device name such as "Chrome on Windows". The raw text is not shown, because clients can send anything. */
function deviceNameOf(userAgent: string): string {
  const names = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter((name) => name !== undefined)
  return names.join(' on ') || 'Unknown device'
}

const sessionNotFound = () => problem.notFound('auth.session_not_found', 'This session has ended already')

/** Ending sessions needs a proof, so that a stolen token cannot sign anyone out. */
export function createOwnSessions({ db, now }: IdentityContext) {
  return {
    async list({ id: userId, sessionId }: Caller): Promise<Session[]> {
      const sessions = await createSessionStore(db).listOfUser(userId, new Date(now()))
      return sessions.map(({ id, userAgent, createdAt, usedAt }) => ({
        _id: id,
        device: deviceNameOf(userAgent),
        createdAt: createdAt.toISOString(),
        lastUsedAt: usedAt.toISOString(),
        current: id === sessionId,
      }))
    },

    async end({ id: userId, proof }: Caller, id: string): Promise<void> {
      assertRecent(proof, now())
      await inTransaction(db, async (trx) => {
        if (!(await createSessionStore(trx).exists(id, userId))) throw sessionNotFound()
        await endSessions(trx, [id])
        await recordChange(trx, { action: 'sign-in.ended', subject: userId })
      })
    },

    async endAll({ id: userId, proof }: Caller): Promise<void> {
      assertRecent(proof, now())
      await inTransaction(db, async (trx) => {
        const user = await createUserStore(trx).lock(userId)
        if (!user) return
        await revokeAccess(trx, user, now(), { sessions: true })
        await recordChange(trx, { action: 'sign-in.ended-everywhere', subject: userId })
      })
    },
  }
}
