import { z } from 'zod'
import type { ServiceClient } from '../client/client.ts'

/** Where a service publishes everything there is, in pages, beside its feed. */
interface SnapshotSource<S> {
  /** `/internal/medicines` */
  path: string
  /** The name of the rows in a page: `medicines`. */
  rows: string
  schema: z.ZodType<S>
}

export interface SnapshotPage<S> {
  /** From here the feed goes on; the same on every page. */
  lastEventId: string
  rows: S[]
  /** Asks for the next page; null on the last. */
  next: string | null
}

const PAGE = 500

const pageSchema = z.looseObject({ lastEventId: z.string(), next: z.string().nullable() })

/** A page of a snapshot; `after` is the `next` of the page before. */
export async function readSnapshotPage<S>(
  client: ServiceClient,
  { path, rows, schema }: SnapshotSource<S>,
  after?: string | null,
  signal?: AbortSignal,
): Promise<SnapshotPage<S>> {
  const query = new URLSearchParams({ limit: String(PAGE), ...(after && { after }) })
  const page = await client.read(`${path}?${query}`, pageSchema, { signal })
  return { lastEventId: page.lastEventId, next: page.next, rows: z.array(schema).parse(page[rows]) }
}

/**
 * The pages of a snapshot, one after another, for readers that need not hold them all at once.
 *
 * @example for await (const { rows, lastEventId } of snapshotPages(sales, transactions, signal)) await stage(rows)
 */
export async function* snapshotPages<S>(
  client: ServiceClient,
  source: SnapshotSource<S>,
  signal?: AbortSignal,
): AsyncGenerator<SnapshotPage<S>> {
  for (let after: string | null | undefined; after !== null; ) {
    const page: SnapshotPage<S> = await readSnapshotPage(client, source, after, signal)
    yield page
    after = page.next
  }
}
