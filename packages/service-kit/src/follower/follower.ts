import type { FeedEvent } from '@mms/contracts'
import type { Knex } from 'knex'
import {
  createFeedReader,
  type FeedReader,
  type FeedReaderOptions,
  type FeedSnapshot,
} from '../feed/reader.ts'
import type { ServiceClient } from '../service/client.ts'
import { createReadModel, type ReadModelDefinition, type Versioned } from './read-model.ts'
import { type SnapshotSource, snapshotPages } from './snapshot.ts'

type Trx = Knex.Transaction

export interface FollowerOptions<S extends Versioned>
  extends Pick<FeedReaderOptions<S[]>, 'name' | 'db' | 'log' | 'registry'> {
  client: ServiceClient
  model: ReadModelDefinition<S>
  /** The types of the events whose data is the new state of a row, deleted ones too. */
  types: readonly string[]
  /** Where all rows are read when there are none, or the feed cannot continue. */
  snapshot: Omit<SnapshotSource<S>, 'schema'>
  /**
   * Begin with the first event of the feed when the model was never built, because its events tell more than the
   * snapshot does.
   */
  fromFirstEvent?: boolean
  /** What other events do, by type: one by one, in order. Everything told before is in the model; nothing after is. */
  on?: Readonly<Record<string, (data: unknown, trx: Trx) => Promise<unknown>>>
  /** What the events of one transaction do together, once they are in the model: for sums. */
  onBatch?: (events: FeedEvent[], trx: Trx) => Promise<unknown>
  /** What else is replaced when the model is. */
  onRebuild?: (states: S[], trx: Trx) => Promise<unknown>
}

type Parts<S extends Versioned> = Pick<FollowerOptions<S>, 'model' | 'types' | 'on'>

async function applyInOrder<S extends Versioned>(
  { model, types, on = {} }: Parts<S>,
  events: FeedEvent[],
  trx: Trx,
): Promise<void> {
  const rows = createReadModel(trx, model)
  let states: S[] = []
  for (const { type, data } of events) {
    if (types.includes(type)) states.push(model.schema.parse(data))
    const handle = Object.hasOwn(on, type) ? on[type] : undefined
    if (!handle) continue
    await rows.apply(states)
    states = []
    await handle(data, trx)
  }
  await rows.apply(states)
}

async function readAll<S>(
  client: ServiceClient,
  source: SnapshotSource<S>,
  signal: AbortSignal,
): Promise<FeedSnapshot<S[]>> {
  const state: S[] = []
  let lastEventId = ''
  for await (const page of snapshotPages(client, source, signal)) {
    state.push(...page.rows)
    lastEventId = page.lastEventId
  }
  return { lastEventId, state }
}

/**
 * Keeps a read model of another service's things by following its feed: each event takes effect once, whatever
 * crashes and however many replicas follow; types that nobody named are passed over. What comes of it is one of a
 * service's `followers`. For a model of sums alone, or a snapshot that does not fit into memory, use `createFeedReader`
 * with `snapshotPages`.
 *
 * @example
 * createFollower({
 *   name: 'inventory', client: clientOf(config.INVENTORY_URL), db, log, registry: metrics.registry,
 *   model: knownMedicines,
 *   types: [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted],
 *   snapshot: { path: '/internal/medicines', rows: 'medicines' },
 * })
 */
export function createFollower<S extends Versioned>(options: FollowerOptions<S>): FeedReader {
  const { name, db, log, registry, client, model, fromFirstEvent = false } = options
  let beganAtStart = false
  return createFeedReader<S[]>({
    name,
    db,
    log,
    ...(registry && { registry }),
    url: `${client.url}/internal/feed`,
    headers: client.headers,
    async apply(events, trx) {
      await applyInOrder(options, events, trx)
      await options.onBatch?.(events, trx)
    },
    async snapshot(signal) {
      if (fromFirstEvent && !beganAtStart && (await createReadModel(db, model).isEmpty())) {
        beganAtStart = true
        return { lastEventId: '', state: [] }
      }
      return readAll(client, { ...options.snapshot, schema: model.schema }, signal)
    },
    async rebuild(states, trx) {
      await createReadModel(trx, model).replaceAll(states)
      await options.onRebuild?.(states, trx)
    },
  })
}
