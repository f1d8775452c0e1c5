import { inTransaction, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Lines of one minute. A flood of refusals must not fill the disk; what is beyond is counted. */
const LINES_PER_MINUTE = 10
const MINUTE_MS = 60_000

/** What was refused to whom. */
export interface Refusal {
  /** `sign-in.refused` */
  action: string
  /** As it was typed. */
  account: string
  /** The error's code. */
  reason: string
}

/**
 * Puts refused proofs on record: in each minute, and process, the first ten with account, address and reason, and of all others
 * their number.
 */
export function createRefusals({ db, now }: { db: Knex; now: () => number }) {
  let minute = 0
  let lines = 0
  let uncounted = 0

  const write = (action: string, subject: string, after: Record<string, unknown>, actor = {}) =>
    inTransaction(db, (trx) => recordChange(trx, { action, subject, after, actor }))

  /** Writes how many were not written one by one, once their minute is over. */
  async function flush(): Promise<void> {
    const present = Math.floor(now() / MINUTE_MS)
    if (present === minute) return
    const [since, count] = [new Date(minute * MINUTE_MS), uncounted]
    minute = present
    lines = 0
    uncounted = 0
    const unknown = { id: '', name: '', requestId: '', address: '' }
    if (count > 0) await write('sign-in.more-refused', since.toISOString(), { count }, unknown)
  }

  return {
    flush,
    async note({ action, account, reason }: Refusal): Promise<void> {
      await flush()
      if (lines >= LINES_PER_MINUTE) {
        uncounted += 1
        return
      }
      lines += 1
      await write(action, account, { reason })
    },
  }
}
export type Refusals = ReturnType<typeof createRefusals>
