import { type FeedEvent, salesEvents } from '@mms/contracts'
import { createFeedReader, type FeedReader, type FeedSnapshot } from '@mms/service-kit'
import { z } from 'zod'
import { createIdSet } from './id-set.ts'
import { type FollowerOptions, pageQuery } from './inventory-follower.ts'
import { type KnownTransaction, knownTransactionSchema } from './known.ts'
import { createSalesWriter } from './sales-writer.ts'
import type { Source } from './source.ts'
import { tally } from './tally.ts'
import { type TradeDay, tradeDaysOf, tradeKeys, tradeSums } from './trade.ts'

const transactionsPage = z.object({
  lastEventId: z.string(),
  transactions: z.array(knownTransactionSchema),
  next: z.string().nullable(),
})
const feedPage = z.array(z.object({ id: z.string(), type: z.string(), data: z.unknown() }))

const completed = (events: Pick<FeedEvent, 'type' | 'data'>[]): KnownTransaction[] =>
  events
    .filter(({ type }) => type === salesEvents.transactionCompleted)
    .map(({ data }) => knownTransactionSchema.parse(data))

async function readTransactions(
  source: Source,
  signal: AbortSignal,
  take: (transactions: KnownTransaction[]) => void,
): Promise<string> {
  for (let after: string | null = null; ; ) {
    const page: z.output<typeof transactionsPage> = await source(
      `/internal/transactions?${pageQuery(after)}`,
      transactionsPage,
      signal,
    )
    take(page.transactions)
    if (page.next === null) return page.lastEventId
    after = page.next
  }
}

/** The feed after an event to its end, as it is now. */
async function readTail(
  source: Source,
  from: string,
  signal: AbortSignal,
  take: (transactions: KnownTransaction[]) => void,
): Promise<string> {
  for (let lastEventId = from; ; ) {
    const query = new URLSearchParams({ limit: '1000', timeout: '0', ...(lastEventId && { lastEventId }) })
    const events: z.output<typeof feedPage> = await source(`/internal/feed?${query}`, feedPage, signal)
    take(completed(events))
    const last = events.at(-1)
    if (!last) return lastEventId
    lastEventId = last.id
  }
}

/** Rows that may gather before they are added together: the rest of a rebuild needs no memory for each transaction. */
const GATHERED = 100_000

/**
 * All completed transactions, each once. What was completed while the pages were read may be in them and in the feed
 * after their head, and a sum cannot tell: so that part of the feed is read too, and what the pages held is left out.
 */
async function readAll(
  source: Source,
  timeZone: string,
  signal: AbortSignal,
): Promise<FeedSnapshot<TradeDay[]>> {
  let rows: TradeDay[] = []
  let gather = GATHERED
  const held = createIdSet()
  const count = (transactions: KnownTransaction[]) => {
    rows.push(...tradeDaysOf(transactions, timeZone))
    for (const { _id } of transactions) held.add(_id)
    if (rows.length < gather) return
    rows = tally(rows, tradeKeys, tradeSums)
    gather = rows.length + GATHERED
  }
  const head = await readTransactions(source, signal, count)
  const lastEventId = await readTail(source, head, signal, (transactions) => {
    const missing = new Set(held.missing(transactions.map(({ _id }) => _id)))
    count(transactions.filter(({ _id }) => missing.has(_id)))
  })
  return { lastEventId, state: tally(rows, tradeKeys, tradeSums) }
}

/** Keeps money, consumption and sample history by following the feed of sales. */
export function createSalesFollower({ url, source, timeZone, ...rest }: FollowerOptions): FeedReader {
  return createFeedReader<TradeDay[]>({
    ...rest,
    name: 'sales',
    url: `${url}/internal/feed`,
    apply: (events, trx) => createSalesWriter(trx, timeZone).follow(completed(events)),
    snapshot: (signal) => readAll(source, timeZone, signal),
    rebuild: (rows, trx) => createSalesWriter(trx, timeZone).rebuild(rows),
  })
}
