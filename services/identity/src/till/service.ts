import type { ChangePerson, Till } from '@mms/contracts'
import { type Caller, inTransaction, ProblemError, problem, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Hasher } from '../passwords/hasher.ts'
import type { Refusals } from '../refusals/refusals.ts'
import { endSessions } from '../sessions/endings.ts'
import type { Throttle } from '../throttle/service.ts'
import type { StoredUser } from '../users/store.ts'
import { createPinStore, PAUSE_MS, type PinPlace, TRIES_AT_ONCE } from './store.ts'

export interface TillOptions {
  db: Knex
  hasher: Hasher
  throttle: Throttle
  refusals: Refusals
  settings: () => Promise<{ pinsAllowed: boolean; administratorsNeedSecondStep: boolean }>
  /** Throws without a recent password proof in the caller's session. */
  recentProof: (caller: Caller) => Promise<void>
  now: () => number
}

/** A PIN does not replace a required second step. */
const ruleUnder =
  ({ administratorsNeedSecondStep }: { administratorsNeedSecondStep: boolean }) =>
  ({ role }: { role: string }) =>
    role !== 'admin' || !administratorsNeedSecondStep

interface Change extends ChangePerson {
  caller: Caller
  device: string | undefined
  address: string
}

const switchedOff = () =>
  problem.conflict('auth.pins_off', 'Changing the person by PIN is switched off. Sign in with the password')

const notForAdmins = () =>
  problem.conflict('auth.pin_not_allowed', 'Administrators need a second step, which a PIN cannot replace')

const wrongPin = () =>
  // Not a 401: the requester's session continues.
  problem.badRequest('auth.wrong_pin', 'This PIN is not right', { errors: { pin: 'is not right' } })

const noPin = () =>
  problem.conflict(
    'auth.no_pin',
    'This person has no PIN on this device (any more). Sign in with the password',
  )

const paused = () =>
  problem.tooMany(
    'auth.pin_paused',
    'Too many wrong PINs: this PIN is paused for 15 minutes. Sign in with the password',
    { headers: { 'Retry-After': String(PAUSE_MS / 1_000) } },
  )

/** Includes the device's secret, which is not stored, so a stolen database does not allow trying all PINs. */
const hashed = (device: string, pin: string) => `${device}.${pin}`

/** Counts the try before checking the PIN, so that parallel tries gain nothing. */
function createProving({ db, hasher, throttle, refusals, now }: TillOptions) {
  const pins = createPinStore(db, now)

  const noteRefusal = (account: string) => async (error: unknown) => {
    if (error instanceof ProblemError)
      await refusals.note({ action: 'pin.refused', account, reason: error.code })
    throw error
  }

  async function check(place: PinPlace, pinHash: string, pin: string): Promise<void> {
    if (!(await pins.countTry(place))) throw paused()
    const isRight = await hasher
      .verify(pinHash, hashed(place.device, pin), true)
      .catch(async (error: unknown) => {
        await pins.giveBack(place)
        throw error
      })
    if (isRight) return
    throw await inTransaction(db, (trx) => endOfTries(trx, place))
  }

  /** A wrong try has no effect, starts a pause, or removes the PIN. */
  async function endOfTries(trx: Knex.Transaction, place: PinPlace): Promise<ProblemError> {
    const subject = place.userId
    const store = createPinStore(trx, now)
    if (await store.removeWornOut(place)) {
      await recordChange(trx, { action: 'pin.removed', subject, after: { reason: 'auth.wrong_pin' } })
      return noPin()
    }
    if ((await store.countTries(place)) < TRIES_AT_ONCE) return wrongPin()
    await recordChange(trx, { action: 'pin.paused', subject, after: { minutes: PAUSE_MS / 60_000 } })
    return paused()
  }

  return async (place: PinPlace, pin: string, address: string) => {
    const found = await pins.find(place)
    if (!found) return noteRefusal(place.userId)(noPin())
    const { user, pinHash } = found
    const attempt = { purpose: 'pin' as const, email: user.email, address, device: place.device }
    const tries = await throttle.reserve(attempt).catch(noteRefusal(user.email))
    await check(place, pinHash, pin).catch(noteRefusal(user.email))
    await tries.succeeded()
    return found
  }
}

export function createTillService(options: TillOptions) {
  const { db, hasher, settings, recentProof, now } = options
  const prove = createProving(options)

  /** Throws if PINs are switched off. */
  async function rule() {
    const current = await settings()
    if (!current.pinsAllowed) throw switchedOff()
    return ruleUnder(current)
  }

  return {
    async show(caller: Caller, device: string | undefined): Promise<Till> {
      const current = await settings()
      const { pinsAllowed: on } = current
      if (!on) return { on, allowed: false, hasPin: false, people: [] }
      const mayHave = ruleUnder(current)
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
      if (!(await rule())(caller)) throw notForAdmins()
      await recentProof(caller)
      const pinHash = await hasher.hash(hashed(device, pin))
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

    /** Returns the next user; the caller's session has ended. */
    async change({ userId, pin, caller, device, address }: Change): Promise<StoredUser> {
      const mayHave = await rule()
      if (device === undefined) throw noPin()
      const place = { device, userId }
      const { user, pinHash } = await prove(place, pin, address)
      if (!mayHave(user)) throw noPin()
      await inTransaction(db, async (trx) => {
        if (!(await createPinStore(trx, now).markUsed(place, pinHash))) throw noPin()
        await endSessions(trx, [caller.sessionId ?? ''])
        await recordChange(trx, { action: 'pin.used', subject: caller.id, actor: user })
      })
      return user
    },
  }
}
