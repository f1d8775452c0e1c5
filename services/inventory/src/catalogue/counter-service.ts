import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  addDays,
  type Catalogue,
  type CounterMedicine,
  calendarDateSchema,
  columnsOf,
  inventoryEvents,
} from '@mms/contracts'
import { type EventId, type Feed, formatEventId, ProblemError, parseEventId } from '@mms/service-kit'
import type { MedicineCopy, MedicineCopyReader } from './medicine-copy.ts'
import type { IndexedMedicine } from './search-store.ts'
import type { SoldUnits } from './sold-units.ts'

interface CatalogueVersion {
  day: string
  eventId: EventId
}

/** A browser with an older version receives the whole catalogue. */
const MAX_DAYS_BACK = 7

const formatVersion = (day: string, eventId: string): string => `${day}/${eventId}`

function parseVersion(text: string): CatalogueVersion | undefined {
  const [day, eventId = ''] = text.split('/')
  if (!calendarDateSchema.safeParse(day).success) return undefined
  try {
    return { day: day as string, eventId: parseEventId(eventId) }
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

/** True for the last days up to today. Changes since an older day are too many; sums of a future day are unknown. */
const isRecentDay = (day: string, today: string): boolean =>
  day >= addDays(today, -MAX_DAYS_BACK) && day <= today

function soldChanges(before: SoldUnits, now: SoldUnits): Map<string, number> {
  const changes = new Map<string, number>()
  for (const [id, units] of now) if (before.get(id) !== units) changes.set(id, units)
  for (const id of before.keys()) if (!now.has(id)) changes.set(id, 0)
  return changes
}

function toCounterMedicine({ minStockLevel: _, version: __, ...medicine }: IndexedMedicine): CounterMedicine {
  return medicine
}

const MAX_CHANGES = 5_000
const EVENTS = 1_000

interface SentCatalogue {
  version: string
  changes?: Catalogue
  json?: string
}

const medicineEvents: readonly string[] = [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted]

/** Sends the changes since a browser's version, or everything. A version is a store day and a feed position. */
export function createCounterService({ medicines, feed }: { medicines: MedicineCopyReader; feed: Feed }) {
  /** Ids changed since `since`; undefined if there are so many that sending the whole catalogue is better. */
  async function changedSince({ loadedAt, changed }: MedicineCopy, since: CatalogueVersion) {
    const ids = new Set<string>()
    const { epoch, position: start } = since.eventId
    try {
      for (let position = start; position < loadedAt; position += EVENTS) {
        if (position - start > MAX_CHANGES) return undefined
        const events = await feed.read({ lastEventId: formatEventId({ epoch, position }), limit: EVENTS })
        for (const { type, subject } of events) if (medicineEvents.includes(type)) ids.add(subject)
      }
    } catch (error) {
      // The feed no longer has this position, has another epoch, or was restored from an older backup.
      if (error instanceof ProblemError && error.status < 500) return undefined
      throw error
    }
    for (const [id, position] of changed) if (position > start) ids.add(id)
    return ids.size > MAX_CHANGES ? undefined : ids
  }

  async function changes(sinceText: string): Promise<Catalogue | undefined> {
    const since = parseVersion(sinceText)
    if (!since) return undefined
    const copy = await medicines.read()
    if (!isRecentDay(since.day, copy.day) || !isReached(copy, since)) return undefined
    const soldThen = since.day === copy.day ? copy.sold : await medicines.soldBefore(since.day)
    const ids = await changedSince(copy, since)
    if (!ids) return undefined
    // No awaits from here on: the copy must not change between these reads.
    const changed = [...ids].flatMap((id) => copy.index.get(id) ?? [])
    return {
      version: formatVersion(copy.day, copy.eventId),
      since: sinceText,
      isWhole: false,
      medicines: changed.map(toCounterMedicine),
      deleted: [...ids].filter((id) => !copy.index.get(id)),
      ...(since.day === copy.day ? {} : { sold: soldOf(copy, soldThen, ids) }),
    }
  }

  async function whole(): Promise<SentCatalogue> {
    const { index, day, eventId } = await medicines.read()
    const version = formatVersion(day, eventId)
    return { version, json: await writeCatalogue(version, index.items()) }
  }

  return {
    async read(since: string | undefined): Promise<SentCatalogue> {
      const changed = since === undefined ? undefined : await changes(since)
      return changed ? { version: changed.version, changes: changed } : whole()
    },
  }
}
export type CounterService = ReturnType<typeof createCounterService>

/** Yields after each field, so that the process serves other requests meanwhile. */
async function writeCatalogue(version: string, medicines: readonly IndexedMedicine[]): Promise<string> {
  const parts: string[] = []
  for (const [field, values] of Object.entries(columnsOf(medicines))) {
    parts.push(`"${field}":${JSON.stringify(values)}`)
    await nextTurn()
  }
  const frame = JSON.stringify({ version, isWhole: true, medicines: [], deleted: [] } satisfies Catalogue)
  return `${frame.slice(0, -1)},"columns":{${parts.join(',')}}}`
}

/** False if the version is of another epoch, or newer than the database (restored from a backup). */
function isReached({ eventId }: MedicineCopy, since: CatalogueVersion): boolean {
  const { epoch, position } = parseEventId(eventId)
  return since.eventId.epoch === epoch && since.eventId.position <= position
}

function soldOf({ index, sold }: MedicineCopy, soldThen: SoldUnits, sent: ReadonlySet<string>) {
  const changes = [...soldChanges(soldThen, sold)]
  return Object.fromEntries(changes.filter(([id]) => !sent.has(id) && index.get(id)))
}
