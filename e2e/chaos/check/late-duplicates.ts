import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { StockOutcome } from '@mms/contracts'
import type { Random } from '@mms/service-kit/random'
import type { Stage } from '../stage/stage.ts'
import type { Report } from '../violations.ts'
import type { Books, TransactionRow } from './books.ts'
import type { Patience } from './patience.ts'

/** Duplicates sent per status. */
const SAMPLE = 60
const PAUSE_MS = 50

/** Inventory's answer, or its error; undefined after the time limit. */
async function sendAgain(stage: Stage, id: string, body: string, { signal }: Patience): Promise<unknown> {
  for (; !signal.aborted; await delay(PAUSE_MS)) {
    try {
      const response = await fetch(`${stage.inventory.url}/internal/movements/${id}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${stage.serviceToken('sales')}`,
          'content-type': 'application/json',
        },
        body: Buffer.from(body, 'latin1'),
      })
      const answer: unknown = await response.json()
      if (response.status < 500) return answer
    } catch {
      // Inventory was busy: the network delivers the command later.
    }
  }
  return undefined
}

function expectedOf(row: TransactionRow, outcome: StockOutcome): StockOutcome['outcome'] | undefined {
  if (row.status === 'completed') return outcome.outcome === 'applied' ? 'applied' : undefined
  return row.status === 'rejected' ? 'rejected' : 'cancelled'
}

/**
 * Delivers commands a second time, byte by byte. Each must get its old outcome; later stock checks prove
 * that it had no effect. The books must be settled, because a command in flight has no known outcome.
 */
export async function deliverLateDuplicates(
  { stage, books, report, patience }: { stage: Stage; books: Books; report: Report; patience: Patience },
  random: Random,
): Promise<number> {
  const { transactions, commands } = books
  const sent = transactions.filter(({ id }) => stage.wire.commands.has(id))
  const byStatus = Map.groupBy(sent, ({ status }) => status)
  const late = [...byStatus.values()].flatMap((rows) => random.shuffle(rows).slice(0, SAMPLE))
  for (const row of random.shuffle(late)) {
    for (const body of stage.wire.commands.get(row.id)?.bodies ?? []) {
      const answer = (await sendAgain(stage, row.id, body, patience)) as StockOutcome | undefined
      const stored = commands.get(row.id)
      const isSame = answer && stored ? isDeepStrictEqual(answer, stored) : false
      if (isSame && answer && answer.outcome === expectedOf(row, answer)) continue
      const was = stored ? JSON.stringify(stored) : 'never stored'
      report(
        'late-duplicate',
        `${row.status} ${row.id}: outcome was ${was}, a late duplicate got ${JSON.stringify(answer)}`,
      )
    }
  }
  return late.length
}
