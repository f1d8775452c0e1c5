import type { ChangePerson, SharedCounter } from '@mms/contracts'
import {
  assertRecent,
  type Caller,
  inTransaction,
  ProblemError,
  problem,
  recordChange,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import type { IdentityContext } from '../context.ts'
import { endSessions } from '../sessions/revocations.ts'
import { PROVEN_BY_PIN } from '../sessions/store.ts'
import { createProviderAccountStore } from '../single-sign-on/store.ts'
import { createPinStore, PIN_PAUSE_MS, type PinKey, TRIES_BEFORE_PAUSE } from './store.ts'

/** Administrators who need a second step cannot use a PIN instead. */
const pinRule =
  ({ administratorsNeedSecondStep }: { administratorsNeedSecondStep: boolean }) =>
  ({ role }: { role: string }) =>
    role !== 'admin' || !administratorsNeedSecondStep

interface SwitchRequest extends ChangePerson {
  caller: Caller
  device: string | undefined
  address: string
}

const switchedOff = () =>
  problem.conflict('auth.pins_off', 'Changing the person by PIN is switched off. Sign in with the password')

const notForAdmins = () =>
  problem.conflict('auth.pin_not_allowed', 'Administrators need a second step, which a PIN cannot replace')

const wrongPin = () =>
  // A 401 would end the requester's session.
  problem.badRequest('auth.wrong_pin', 'This PIN is not right', { errors: { pin: 'is not right' } })

const noPin = () =>
  problem.conflict('auth.no_pin', 'There is no PIN for this person on this device. Sign in with the password')

const paused = () =>
  problem.tooMany(
    'auth.pin_paused',
    'Too many wrong PINs. The PIN is blocked for 15 minutes. Sign in with the password',
    { headers: { 'Retry-After': String(PIN_PAUSE_MS / 1_000) } },
  )

/** Adds the device's secret, which is not stored. So nobody can try all PINs on a stolen database. */
const withDevice = (device: string, pin: string) => `${device}.${pin}`

/** Counts each try before checking the PIN, so that parallel tries gain nothing. */
function createPinProof({ db, hasher, throttle, refusals, now }: IdentityContext) {
  const pins = createPinStore(db, now)

  const noteRefusal = (account: string) => async (error: unknown) => {
    if (error instanceof ProblemError)
      await refusals.note({ action: 'pin.refused', account, reason: error.code })
    throw error
  }

  async function check(pinKey: PinKey, pinHash: string, pin: string): Promise<void> {
    if (!(await pins.countTry(pinKey))) throw paused()
    const isRight = await hasher
      .verify(pinHash, withDevice(pinKey.device, pin), true)
      .catch(async (error: unknown) => {
        await pins.giveBack(pinKey)
        throw error
      })
    if (isRight) return
    throw await inTransaction(db, (trx) => endOfTries(trx, pinKey))
  }

  /** Handles a wrong PIN: an error, a pause, or removal of the PIN. */
  async function endOfTries(trx: Knex.Transaction, pinKey: PinKey): Promise<ProblemError> {
    const subject = pinKey.userId
    const store = createPinStore(trx, now)
    if (await store.removeWornOut(pinKey)) {
      await recordChange(trx, { action: 'pin.removed', subject, after: { reason: 'auth.wrong_pin' } })
      return noPin()
    }
    if ((await store.countTries(pinKey)) < TRIES_BEFORE_PAUSE) return wrongPin()
    await recordChange(trx, { action: 'pin.paused', subject, after: { minutes: PIN_PAUSE_MS / 60_000 } })
    return paused()
  }

  return async (pinKey: PinKey, pin: string, address: string) => {
    const found = await pins.find(pinKey)
    if (!found) return noteRefusal(pinKey.userId)(noPin())
    const { user, pinHash } = found
    const attempt = { purpose: 'pin' as const, email: user.email, address, device: pinKey.device }
    const tries = await throttle.reserve(attempt).catch(noteRefusal(user.email))
    await check(pinKey, pinHash, pin).catch(noteRefusal(user.email))
    await tries.succeeded()
    return found
  }
}

export function createSwitchUserService(context: IdentityContext, hasProvider: boolean) {
  const { db, hasher, signInSettings, now } = context
  const prove = createPinProof(context)

  /** Throws if PINs are switched off. */
  async function currentPinRule() {
    const current = await signInSettings()
    if (!current.pinsAllowed) throw switchedOff()
    return pinRule(current)
  }

  return {
    async show(caller: Caller, device: string | undefined): Promise<SharedCounter> {
      const current = await signInSettings()
      const { pinsAllowed: on } = current
      if (!on) return { on, allowed: false, hasPin: false, people: [] }
      const mayHave = pinRule(current)
      const here = device === undefined ? [] : await createPinStore(db, now).list(device)
      const people = here.filter(mayHave)
      return {
        on,
        allowed: mayHave(caller),
        hasPin: people.some(({ id }) => id === caller.id),
        people: people.filter(({ id }) => id !== caller.id).map(({ id, name }) => ({ _id: id, name })),
      }
    },

    async set(caller: Caller, device: string, pin: string): Promise<void> {
      const { id: userId, tokenVersion = 0 } = caller
      if (!(await currentPinRule())(caller)) throw notForAdmins()
      assertRecent(caller.proof, now())
      const pinHash = await hasher.hash(withDevice(device, pin))
      await inTransaction(db, async (trx) => {
        await createPinStore(trx, now).save({ device, userId, pinHash, tokenVersion })
        await recordChange(trx, { action: 'pin.set', subject: userId })
      })
    },

    async remove({ id: userId }: Caller, device: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        if (!(await createPinStore(trx, now).remove({ device, userId }))) return
        await recordChange(trx, { action: 'pin.removed', subject: userId })
      })
    },

    /** Returns the next user and what the PIN proves. The caller's session has ended by then. */
    async change({ userId, pin, caller, device, address }: SwitchRequest) {
      const mayHave = await currentPinRule()
      if (device === undefined) throw noPin()
      const pinKey = { device, userId }
      const { user, pinHash } = await prove(pinKey, pin, address)
      if (!mayHave(user)) throw noPin()
      await inTransaction(db, async (trx) => {
        if (!(await createPinStore(trx, now).markUsed(pinKey, pinHash))) throw noPin()
        await endSessions(trx, [caller.sessionId ?? ''])
        await recordChange(trx, { action: 'pin.used', subject: caller.id, actor: user })
      })
      // The accounts remain after single sign-on is switched off.
      const byProvider = hasProvider && (await createProviderAccountStore(db).hasAccount(userId))
      return { user, proof: { provenAt: PROVEN_BY_PIN, byProvider } }
    },
  }
}
