import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { StockCommand, StockOutcome } from '@mms/contracts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage/stage.ts'
import type { Report } from '../violations.ts'
import type { Books, TransactionRow } from './books.ts'

/** So many of each status come a second time. */
const SAMPLE = 60
const ATTEMPTS = 20

/** The command of a transaction, as sales sent it. */
function commandOf(row: TransactionRow): StockCommand {
  return {
    medicineId: row.medicine_id,
    type: row.type,
    quantity: row.quantity,
    direction: row.direction ?? 'increase',
    ...(row.reverses && { reverses: row.reverses }),
    actorId: row.created_by,
  }
}

async function sendAgain(stage: Stage, row: TransactionRow): Promise<unknown> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const response = await fetch(`${stage.inventory.url}/internal/movements/${row.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${stage.serviceToken('sales')}`, 'content-type': 'application/json' },
      body: JSON.stringify(commandOf(row)),
    })
    const answer = await response.json()
    if (response.status < 500) return answer
    await delay(50)
  }
  return undefined
}

function expectedOf(row: TransactionRow, outcome: StockOutcome): StockOutcome['outcome'] | undefined {
  if (row.status === 'completed') return outcome.outcome === 'applied' ? 'applied' : undefined
  return row.status === 'rejected' ? 'rejected' : 'cancelled'
}

/**
 * The network delivers commands a second time, long after. Each gets the outcome it had; that none has an
 * effect is seen by the checks of the stock that follow.
 */
export async function deliverLateDuplicates(
  stage: Stage,
  { transactions, commands }: Books,
  report: Report,
  random: Random,
): Promise<number> {
  const byStatus = Map.groupBy(transactions, ({ status }) => status)
  const late = [...byStatus.values()].flatMap((rows) => random.shuffle(rows).slice(0, SAMPLE))
  for (const row of random.shuffle(late)) {
    const answer = (await sendAgain(stage, row)) as StockOutcome
    const stored = commands.get(row.id)
    const isSame = stored ? isDeepStrictEqual(answer, stored) : false
    if (!isSame || answer.outcome !== expectedOf(row, answer)) {
      const was = stored ? JSON.stringify(stored) : 'never stored'
      report(
        'late-duplicate',
        `${row.status} ${row.id}: outcome was ${was}, a late duplicate got ${JSON.stringify(answer)}`,
      )
    }
  }
  return late.length
}
