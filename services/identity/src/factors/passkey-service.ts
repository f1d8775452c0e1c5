import type { ConfirmPasskey, NewPasskey, RecoveryCodes } from '@mms/contracts'
import { isUniqueViolation, problem } from '@mms/service-kit'
import { v7 } from 'uuid'
import { type Asking, createEnrolment, type EnrolmentOptions } from './enrolment.ts'
import { creationOptions, readNewPasskey, type Site } from './passkeys.ts'
import { stepOver, userOf } from './second-step.ts'
import { createFactorStore } from './store.ts'

const noPasskeysHere = () =>
  problem.conflict('auth.no_passkeys_here', 'Passkeys need a site with a name, not a bare address')

const passkeyTaken = () => problem.conflict('auth.passkey_taken', 'This passkey is set up already')

export function createPasskeyService(options: EnrolmentOptions) {
  const { db, now } = options
  const { prove, begin, finish } = createEnrolment(options)
  return {
    async begin(asking: Asking, site: Site | undefined): Promise<NewPasskey> {
      if (!site) throw noPasskeysHere()
      const user = await prove(asking)
      const challenge = await begin(user, 'passkey')
      const existing = await createFactorStore(db).listPasskeys(user.id)
      return { challenge, options: { ...(await creationOptions(site, user, existing, challenge)) } }
    },

    async confirm(callerId: string, given: ConfirmPasskey, site: Site | undefined): Promise<RecoveryCodes> {
      const { challenge, name } = given
      const { user } = await userOf(db, now, challenge, 'passkey')
      if (!site || user.id !== callerId) throw stepOver()
      const made = await readNewPasskey(site, challenge, given.passkey)
      const row = { ...made, id: v7(), userId: user.id, name, createdAt: new Date(now()) }
      try {
        return await finish(user, challenge, 'passkey', (trx) => createFactorStore(trx).insertPasskey(row))
      } catch (error) {
        throw isUniqueViolation(error) ? passkeyTaken() : error
      }
    },
  }
}

export type PasskeyService = ReturnType<typeof createPasskeyService>
