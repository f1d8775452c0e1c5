import { MINUTE_MS } from '@mms/contracts'
import { inTransaction, recordChange } from '@mms/service-kit'
import type { Knex } from 'knex'

/** Log lines per minute. The rest is only counted, so that a flood does not fill the disk. */
const LINES_PER_MINUTE = 10

export interface Refusal {
  action: string
  account: string
  reason: string
}

/** Records refused sign-ins and proofs: per minute and process the first ten in full, then only their number. */
export function createRefusalLog({ db, now }: { db: Knex; now: () => number }) {
  let minute = 0
  let lines = 0
  let uncounted = 0

  const write = (action: string, subject: string, after: Record<string, unknown>, actor = {}) =>
    inTransaction(db, (trx) => recordChange(trx, { action, subject, after, actor }))

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
export type RefusalLog = ReturnType<typeof createRefusalLog>
