import { salesEvents } from '@mms/contracts'
import {
  createFeedReader,
  type FeedReader,
  type FeedSnapshot,
  type ServiceClient,
  snapshotPages,
} from '@mms/service-kit'
import { readTail, type ToldEvent } from './feed-tail.ts'
import { createIdSet } from './id-set.ts'
import { type FollowerOptions, feedOf } from './inventory-follower.ts'
import { type KnownTransaction, knownTransactionSchema } from './known.ts'
import { createSalesWriter } from './sales-writer.ts'
import { tally } from './tally.ts'
import { type TradeDay, tradeDaysOf, tradeKeys, tradeSums } from './trade.ts'

const completed = (events: ToldEvent[]): KnownTransaction[] =>
  events
    .filter(({ type }) => type === salesEvents.transactionCompleted)
    .map(({ data }) => knownTransactionSchema.parse(data))

const transactions = {
  path: '/internal/transactions',
  rows: 'transactions',
  schema: knownTransactionSchema,
}

/** Rows that may gather before they are added together: the rest of a rebuild needs no memory for each transaction. */
const GATHERED = 100_000

/**
 * All completed transactions, each once. What was completed while the pages were read may be in them and in the feed
 * after their head, and a sum cannot tell: so that part of the feed is read too, and what the pages held is left out.
 */
async function readAll(
  client: ServiceClient,
  timeZone: string,
  signal: AbortSignal,
): Promise<FeedSnapshot<TradeDay[]>> {
  let rows: TradeDay[] = []
  let gather = GATHERED
  const held = createIdSet()
  const count = (told: KnownTransaction[]) => {
    rows.push(...tradeDaysOf(told, timeZone))
    for (const { _id } of told) held.add(_id)
    if (rows.length < gather) return
    rows = tally(rows, tradeKeys, tradeSums)
    gather = rows.length + GATHERED
  }
  let head = ''
  for await (const page of snapshotPages(client, transactions, signal)) {
    count(page.rows)
    head = page.lastEventId
  }
  const lastEventId = await readTail(client, head, signal, (events) => {
    const told = completed(events)
    const missing = new Set(held.missing(told.map(({ _id }) => _id)))
    count(told.filter(({ _id }) => missing.has(_id)))
  })
  return { lastEventId, state: tally(rows, tradeKeys, tradeSums) }
}

/** Keeps money, consumption and sample history by following the feed of sales. */
export function createSalesFollower({ client, timeZone, ...rest }: FollowerOptions): FeedReader {
  return createFeedReader<TradeDay[]>({
    ...rest,
    ...feedOf(client),
    name: 'sales',
    apply: (events, trx) => createSalesWriter(trx, timeZone).follow(completed(events)),
    snapshot: (signal) => readAll(client, timeZone, signal),
    rebuild: (rows, trx) => createSalesWriter(trx, timeZone).rebuild(rows),
  })
}
