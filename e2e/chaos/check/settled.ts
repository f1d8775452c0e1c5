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

/** The books, and what the feeds had told when they were read. */
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

/** Why the books are not at rest yet; nothing when they are. */
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
 * Reads the books once everything that writes them has come to rest: every event has its position and was
 * heard by the followers of the feeds, sales knows every medicine as it is, and nothing was written from
 * the first look to the last. Each write that may still come from a request whose client has given up
 * appends an event, so that looking at the newest ones before and after is enough.
 *
 * When the patience is over, what is missing is told, and the books are checked as they are.
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
 * Waits until no transaction is pending; returns how long after `since` that was. Only meaningful once
 * nobody asks for anything new.
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
