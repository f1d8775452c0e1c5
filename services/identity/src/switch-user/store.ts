import { DAY_MS } from '@mms/contracts'
import { CLOCK_SKEW_MS, whereDue } from '@mms/service-kit'
import type { Knex } from 'knex'
import { digestOf } from '../sessions/refresh-token.ts'
import { createUserStore } from '../users/store.ts'

export interface PinKey {
  device: string
  userId: string
}

interface NewPin extends PinKey {
  pinHash: string
  /** The PIN ends when the user's token version changes. */
  tokenVersion: number
}

/** Wrong tries in a row before the first pause. After it, each wrong try starts another. */
export const TRIES_BEFORE_PAUSE = 5
export const PIN_PAUSE_MS = 15 * 60_000
/** Wrong tries before a PIN is removed (NIST SP 800-63B, 5.2.2). */
const MAX_TRIES = 100
const UNUSED_MS = 90 * DAY_MS
/** Maximum devices per user, because scripts without cookies look like a new device each time. */
const MAX_DEVICES = 20

const pinAt = (db: Knex, { device, userId }: PinKey) =>
  db('device_pins').where({ device: digestOf(device), user_id: userId })

function triesOf(db: Knex, now: () => number) {
  return {
    /** Counts a try in advance. False during a pause, which a parallel try may have started. */
    async countTry(pinKey: PinKey): Promise<boolean> {
      const at = now()
      const counted = await pinAt(db, pinKey)
        .where((open) => {
          void open.where('tries', '<', TRIES_BEFORE_PAUSE)
          void open.orWhere((over) => whereDue(over, 'paused_until', new Date(at), PIN_PAUSE_MS))
        })
        .update({ tries: db.raw('tries + 1'), paused_until: new Date(at + PIN_PAUSE_MS) })
      return counted === 1
    },

    async countTries(pinKey: PinKey): Promise<number> {
      return Number((await pinAt(db, pinKey).first('tries'))?.tries ?? 0)
    },

    async giveBack(pinKey: PinKey): Promise<void> {
      await pinAt(db, pinKey).where('tries', '>', 0).decrement('tries', 1)
    },

    /** False if the PIN was removed meanwhile. */
    markUsed: async (pinKey: PinKey, pinHash: string): Promise<boolean> =>
      (await pinAt(db, pinKey)
        .where('pin_hash', pinHash)
        .update({ tries: 0, used_at: new Date(now()) })) === 1,

    removeWornOut: async (pinKey: PinKey): Promise<boolean> =>
      (await pinAt(db, pinKey).where('tries', '>=', MAX_TRIES).delete()) === 1,
  }
}

/** A PIN ends after 90 unused days, or with its user's tokens (new password or role, disabled, signed out everywhere). */
export function createPinStore(db: Knex, now: () => number) {
  const unusedSince = () => new Date(now() - UNUSED_MS)
  return {
    ...triesOf(db, now),

    list: (device: string): Promise<{ id: string; name: string; role: string }[]> =>
      db('device_pins as pin')
        .join('users as user', (join) =>
          join.on('user.id', 'pin.user_id').on('user.token_version', 'pin.token_version'),
        )
        .where({ 'pin.device': digestOf(device), 'user.disabled': false })
        .where('pin.used_at', '>', unusedSince())
        .orderBy(['user.name', 'user.id'])
        .select('user.id', 'user.name', 'user.role'),

    async find(pinKey: PinKey) {
      const user = await createUserStore(db).find(pinKey.userId)
      if (!user || user.disabled) return undefined
      const pin = pinAt(db, pinKey).where('token_version', user.tokenVersion)
      const row = await pin.where('used_at', '>', unusedSince()).first('pin_hash')
      return row && { user, pinHash: String(row.pin_hash) }
    },

    async save({ device, userId, pinHash, tokenVersion }: NewPin): Promise<void> {
      const key = { device: digestOf(device), user_id: userId }
      const row = { pin_hash: pinHash, token_version: tokenVersion, tries: 0, used_at: new Date(now()) }
      await db('device_pins')
        .insert({ ...key, ...row })
        .onConflict(['device', 'user_id'])
        .merge()
      const ofUser = () => db('device_pins').where('user_id', userId)
      const beyond = await ofUser().orderBy('used_at', 'desc').offset(MAX_DEVICES).first('used_at')
      if (beyond) await ofUser().where('used_at', '<=', beyond.used_at).delete()
    },

    remove: async (pinKey: PinKey): Promise<boolean> => (await pinAt(db, pinKey).delete()) === 1,

    async removeOf(userId: string): Promise<void> {
      await db('device_pins').where('user_id', userId).delete()
    },

    async removeAll(): Promise<void> {
      await db('device_pins').delete()
    },

    /** Removes ended PINs. A last use in the future (fast clock) counts as now. */
    async prune(): Promise<void> {
      const ahead = new Date(now() + CLOCK_SKEW_MS)
      await db('device_pins')
        .where('used_at', '>', ahead)
        .update({ used_at: new Date(now()) })
      const current = db('users').whereRaw(
        'users.id = device_pins.user_id and users.token_version = device_pins.token_version',
      )
      await db('device_pins')
        .where('used_at', '<=', unusedSince())
        .orWhereNotExists(current.select('id'))
        .delete()
    },
  }
}
