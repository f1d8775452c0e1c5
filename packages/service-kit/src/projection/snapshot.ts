import { z } from 'zod'
import type { ServiceClient } from '../client/client.ts'

interface SnapshotSource<S> {
  path: string
  rows: string
  schema: z.ZodType<S>
}

export interface SnapshotPage<S> {
  lastEventId: string
  rows: S[]
  next: string | null
}

const PAGE = 500

const pageSchema = z.looseObject({ lastEventId: z.string(), next: z.string().nullable() })

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

/** Pages of a snapshot one by one, for readers that need not hold them all. */
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
