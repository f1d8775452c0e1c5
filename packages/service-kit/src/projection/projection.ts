import { createLag, publishLag } from '../telemetry/lag.ts'
import { readPosition } from './cursor.ts'
import { follow } from './follow.ts'
import type { ProjectionOptions } from './options.ts'
import type { Received, Sources } from './sources.ts'
import { createStep } from './step.ts'

/** A read model of another service's things, kept by following its feed. */
export interface Projection {
  name: string
  start(): void
  /** Resolves when nothing is read or written any more. */
  stop(): Promise<void>
  /** 0 while it holds everything, else the seconds since it last did. */
  lagSeconds(): number
  /** Whether more of the feed is known to follow, and has not been read yet. */
  isBehind(): boolean
  /** When it last held everything: now, while it does; null before it was ever whole. */
  asOf(): Promise<Date | null>
}

/**
 * A read model of another service's things: `apply` and the tables are the service's own, everything else is done here. The
 * cursor and what `apply` wrote commit together; snapshot and tail deliver each thing once, in order; a new epoch, a cursor
 * that the feed no longer reaches back to and another time zone rebuild, while the old rows go on serving; the version
 * (`projectionsVersion`) moves in the same transaction. What comes of it is one of a service's `projections`. Any order, cut
 * and repetition of deliveries ends in the rows that a rebuild makes, as long as `apply` depends on the received alone.
 *
 * @example
 * defineProjection({
 *   db,
 *   log,
 *   registry: metrics.registry,
 *   client: clientOf(config.INVENTORY_URL),
 *   name: 'inventory',
 *   tables: ['medicines'],
 *   sources: {
 *     medicines: {
 *       kind: 'state',
 *       types: [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted],
 *       schema: knownMedicines.schema,
 *       snapshot: { path: '/internal/medicines', rows: 'medicines' },
 *     },
 *   },
 *   apply: ({ medicines }, trx) => createReadModel(trx, knownMedicines).apply(medicines),
 * })
 */
export function defineProjection<const S extends Sources, F = Received<S>>(
  options: ProjectionOptions<S, F>,
): Projection {
  const { db, log, registry, name, now = () => new Date() } = options
  const lag = createLag()
  if (registry) publishLag(registry, name, lag)
  const step = createStep(options, lag)
  const following = follow({ name, log, lag, step })
  return {
    name,
    ...following,
    isBehind: lag.isBehind,
    lagSeconds: () => lag.seconds(),
    asOf: async () => (lag.seconds() === 0 ? now() : ((await readPosition(db, name))?.wholeAt ?? null)),
  }
}
