import { setTimeout as delay } from 'node:timers/promises'
import { inTransaction } from '../database/transaction.ts'
import type { Lag } from '../telemetry/lag.ts'
import { startSpanIfTraced } from '../telemetry/tracing.ts'
import { type Cursor, claimPosition, moveCursor, readPosition, saveWholeAt } from './cursor.ts'
import type { ProjectionOptions } from './options.ts'
import { readSnapshot } from './rebuild.ts'
import {
  concatenate,
  createFolding,
  LATE_MS,
  type ReceivedEvent,
  requestEvents,
  type Sources,
  splitIntoRuns,
} from './sources.ts'

const BATCH = 500
const POLL_MS = 20_000
const GATHER_MS = 100
const NOTE_EVERY_MS = 5_000

export type ProjectionStep = (signal: AbortSignal) => Promise<'read' | 'rebuilt'>

function createWriter<S extends Sources, F>({
  db,
  name,
  timeZone,
  tables,
  lock,
  apply,
}: ProjectionOptions<S, F>) {
  const write = (from: Cursor, to: string, folded: F[], isRebuild: boolean) =>
    inTransaction(db, async (trx) => {
      if (!(await moveCursor(trx, { name, timeZone: timeZone ?? null }, from, to))) return
      await lock?.(trx)
      if (isRebuild) for (const table of tables) await trx(table).delete()
      for (const facts of folded) await apply(facts, trx, { isRebuild })
    })
  return write
}

export function createStep<S extends Sources, F>(options: ProjectionOptions<S, F>, lag: Lag): ProjectionStep {
  const { db, log, client, name, sources, tables, timeZone = null, fromFirstEvent = false } = options
  const { batchSize = BATCH, pollMs = POLL_MS, gatherMs = GATHER_MS, now = () => new Date() } = options
  const { fold = concatenate as NonNullable<typeof options.fold> } = options
  const write = createWriter(options)
  let notedAt = Number.NEGATIVE_INFINITY
  let isClaimed = false

  const isEmpty = async () =>
    tables[0] !== undefined && (await db(tables[0]).first(db.raw('1'))) === undefined

  const rebuild = async (from: Cursor, signal: AbortSignal) => {
    lag.uncertain(true)
    if (from === null && fromFirstEvent && (await isEmpty())) {
      await write(from, '', [], false)
      return 'read' as const
    }
    log.info({ feed: name, from }, 'rebuilding the projection')
    const { lastEventId, folded } = await readSnapshot(client, sources, fold, signal)
    await write(from, lastEventId, folded, true)
    return 'rebuilt' as const
  }

  const take = async (from: string, events: ReceivedEvent[]) => {
    const to = events.at(-1)?.id
    if (to === undefined) return
    lag.uncertain(events.length === batchSize)
    const spans = events.map(({ type, traceparent }) =>
      startSpanIfTraced(traceparent, { name: `process ${type}`, role: 'consumer' }),
    )
    const folding = createFolding(fold)
    for (const run of splitIntoRuns(sources, events)) folding.add(run)
    await write(from, to, folding.folded, false)
    for (const span of spans) span?.end()
  }

  const noteWhole = async () => {
    lag.caughtUp()
    if (performance.now() - notedAt < NOTE_EVERY_MS) return
    await saveWholeAt(db, name, now())
    notedAt = performance.now()
  }

  /** Claims the cursor row at the first step, and again if the row was deleted. The replica that started last wins. */
  const findCursor = async (): Promise<Cursor> => {
    let position = isClaimed ? await readPosition(db, name) : undefined
    if (!position) {
      await claimPosition(db, name, timeZone)
      isClaimed = true
      position = await readPosition(db, name)
    }
    if (timeZone !== null && position?.timeZone !== timeZone)
      throw new Error(`Another replica already counts days in ${position?.timeZone}`)
    return position?.cursor ?? null
  }

  return async (signal) => {
    const cursor = await findCursor()
    if (cursor === null) return rebuild(cursor, signal)
    const timeoutMs = lag.isWhole() ? pollMs : 0
    lag.waiting(timeoutMs + LATE_MS)
    const events = await requestEvents(client, { lastEventId: cursor, limit: batchSize, timeoutMs, signal })
    if (events === 'gone') return rebuild(cursor, signal)
    await take(cursor, events)
    if (events.length < batchSize) await noteWhole()
    if (events.length > 0 && lag.isWhole()) await delay(gatherMs, undefined, { signal })
    return 'read'
  }
}
