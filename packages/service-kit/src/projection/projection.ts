import { createLag, publishLag } from '../telemetry/lag.ts'
import { readPosition } from './cursor.ts'
import { follow } from './follow.ts'
import type { ProjectionOptions } from './options.ts'
import type { Received, Sources } from './sources.ts'
import { createStep } from './step.ts'

export interface Projection {
  name: string
  start(): void
  stop(): Promise<void>
  /** 0 while complete, else seconds since it last was. */
  lagSeconds(): number
  isBehind(): boolean
  /** When it was last complete; null if never. */
  asOf(): Promise<Date | null>
}

/**
 * Read model of another service. `apply` and the tables are the service's own. Cursor, version (`projectionsVersion`)
 * and rows commit together. Each item arrives once and in order. A new epoch, a pruned cursor or another time zone
 * rebuilds while the old rows keep serving. Register it in a service's `projections`. Every delivery order gives the
 * rows of a rebuild, as long as `apply` depends only on received data.
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
