import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Stage } from '../stage/stage.ts'
import type { Report } from '../violations.ts'
import type { FeedFollower } from '../work/feed-follower.ts'
import { type Books, readBooks, readNewest, readPending } from './books.ts'
import { checkReadModel, type Told } from './check-feeds.ts'
import { checkOthers } from './check-others.ts'
import type { Patience } from './patience.ts'
import type { OutboxRow } from './tables.ts'

const LOOK_AGAIN_MS = 100

export type Feeds = Record<keyof Told, FeedFollower>

export interface Account {
  books: Books
  told: Told
}

function missingOf(name: string, told: unknown[], written: OutboxRow[]): string[] {
  const open = written.filter(({ position }) => position === null).length
  return [
    ...(open > 0 ? [`${open} events of ${name} have no position`] : []),
    ...(told.length < written.length ? [`${name} told ${told.length} of ${written.length} events`] : []),
  ]
}

/** Reason why the books are not settled yet, if any. */
function missing({ books, told }: Account, isUnchanged: boolean): string[] {
  const behind = checkReadModel(books, () => {})
  const others = checkOthers(books, () => {})
  return [
    ...(isUnchanged ? [] : ['something was written while they were read']),
    ...missingOf('inventory', told.inventory, books.inventoryOutbox),
    ...missingOf('sales', told.sales, books.salesOutbox),
    ...(behind > 0 ? [`sales knows ${behind} medicines otherwise`] : []),
    ...(others > 0 ? [`alerts and analytics differ ${others} times`] : []),
  ]
}

/**
 * Reads the books once they are settled: all events are numbered and consumed, and nothing changed between
 * two readings. Late writes of abandoned requests append events, so they would be noticed.
 */
export async function readSettled(
  stage: Pick<Stage, 'urls' | 'others'>,
  feeds: Feeds,
  report: Report,
  { signal, limitMs }: Patience,
): Promise<Account> {
  for (;;) {
    const newest = await readNewest(stage)
    const books = await readBooks(stage)
    const told = { inventory: [...feeds.inventory.events], sales: [...feeds.sales.events] }
    const account = { books, told }
    const reasons = missing(account, isDeepStrictEqual(await readNewest(stage), newest))
    if (reasons.length === 0) return account
    if (signal.aborted) {
      report('never-at-rest', `After ${limitMs} ms: ${reasons.join('; ')}`)
      return account
    }
    await delay(LOOK_AGAIN_MS)
  }
}

/**
 * Waits until no transaction is pending; returns the time since `since`. Requires that nobody sends new
 * requests.
 */
export async function untilNothingPending(
  stage: Pick<Stage, 'urls'>,
  { since, patience }: { since: number; patience: Patience },
  report: Report,
): Promise<number> {
  for (;;) {
    const pending = await readPending(stage)
    const took = Math.round(performance.now() - since)
    if (pending === 0) return took
    if (patience.signal.aborted) {
      report('still-pending', `${pending} transactions ${took} ms after the last fault`)
      return took
    }
    await delay(LOOK_AGAIN_MS)
  }
}
