import { defaultPack, HOUR_MS, type Medicine } from '@mms/contracts'
import { isUniqueViolation, type Job } from '@mms/service-kit'
import type { Knex } from 'knex'
import { withPackPrices } from './rules.ts'

export interface AddRequest {
  callerId: string
  key: string
  fingerprint: string
}

interface StoredAddition {
  fingerprint: string
  medicine: Medicine
}

export function createKeyStore(db: Knex) {
  return {
    /** False if the key already exists; the caller must then end the transaction. */
    async insert({ callerId, key, fingerprint }: AddRequest, medicine: Medicine, at: Date): Promise<boolean> {
      const row = { created_by: callerId, idempotency_key: key, fingerprint, created_at: at }
      try {
        await db('medicine_keys').insert({ ...row, answer: JSON.stringify(medicine) })
        return true
      } catch (error) {
        if (isUniqueViolation(error)) return false
        throw error
      }
    },
    async find({ callerId, key }: Pick<AddRequest, 'callerId' | 'key'>): Promise<StoredAddition | undefined> {
      const row = await db('medicine_keys')
        .where({ created_by: callerId, idempotency_key: key })
        .first('fingerprint', 'answer')
      // Serves release 0.3, whose stored answers have no pack fields.
      const medicineOf = () => withPackPrices({ ...defaultPack, ...JSON.parse(row.answer) })
      return row && { fingerprint: row.fingerprint, medicine: medicineOf() }
    },
    prune: (instant: Date): Promise<number> => db('medicine_keys').where('created_at', '<', instant).delete(),
  }
}

const KEEP_MS = 30 * 24 * HOUR_MS

export function forgetOldKeys(db: Knex): Job {
  const keys = createKeyStore(db)
  const run = () => keys.prune(new Date(Date.now() - KEEP_MS))
  return { name: 'key-pruning', everyMs: HOUR_MS, run }
}
