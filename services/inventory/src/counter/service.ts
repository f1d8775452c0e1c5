import { type Catalogue, inventoryEvents, type Matches } from '@mms/contracts'
import { type Feed, formatEventId, ProblemError, parseEventId } from '@mms/service-kit'
import type { MedicineCopy, Medicines } from '../search/medicine-copy.ts'
import type { SoldUnits } from '../search/sold-units.ts'
import { forCounter, formatVersion, isNear, parseVersion, soldChanges, type Version } from './rules.ts'
import { writeColumns, writeRows } from './write-whole.ts'

/** With more changes than these, the whole is shorter. */
const MOST_CHANGES = 5_000
const EVENTS = 1_000

/** The catalogue as it is sent: changes as data, a whole as the JSON that was written of it. */
export interface SentCatalogue {
  version: string
  changes?: Catalogue
  json?: string
}

export interface AskedCatalogue {
  /** The version that the browser has. */
  since: string | undefined
  /** Whether it reads columns and `sold` by id; the previous release's areas do not. Serves release 0.1. */
  columns: boolean
}

const medicineEvents: readonly string[] = [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted]

/** The catalogue of a counter, fresh by version: every change up to its place in the feed is in what a browser has. */
export function createCounterService({ medicines, feed }: { medicines: Medicines; feed: Feed }) {
  /** Ids of what changed since a version, by the feed before the copy was loaded; undefined where the whole is shorter. */
  async function changedSince({ loadedAt, changed }: MedicineCopy, since: Version) {
    const ids = new Set<string>()
    const { epoch, position: start } = since.eventId
    try {
      for (let position = start; position < loadedAt; position += EVENTS) {
        if (position - start > MOST_CHANGES) return undefined
        const events = await feed.read({ lastEventId: formatEventId({ epoch, position }), limit: EVENTS })
        for (const { type, subject } of events) if (medicineEvents.includes(type)) ids.add(subject)
      }
    } catch (error) {
      // Pruned, of another epoch, or from a future that a restore took away.
      if (error instanceof ProblemError && error.status < 500) return undefined
      throw error
    }
    for (const [id, position] of changed) if (position > start) ids.add(id)
    return ids.size > MOST_CHANGES ? undefined : ids
  }

  async function changes({ since: asked, columns }: AskedCatalogue): Promise<Catalogue | undefined> {
    const since = asked === undefined ? undefined : parseVersion(asked)
    if (!since) return undefined
    const copy = await medicines.read()
    const isUnderstood = since.day === copy.day || (columns && isNear(since.day, copy.day))
    if (!isUnderstood || !isReached(copy, since)) return undefined
    const soldThen = since.day === copy.day ? copy.sold : await medicines.soldBefore(since.day)
    const ids = await changedSince(copy, since)
    if (!ids) return undefined
    // From here on nothing is waited for: all of it is of one version.
    const changed = [...ids].flatMap((id) => copy.index.get(id) ?? [])
    return {
      version: formatVersion(copy.day, copy.eventId),
      since: asked,
      isWhole: false,
      isTooLarge: false,
      medicines: changed.map(forCounter),
      deleted: [...ids].filter((id) => !copy.index.get(id)),
      ...(since.day === copy.day ? {} : { sold: soldOf(copy, soldThen, ids) }),
    }
  }

  async function whole(columns: boolean): Promise<SentCatalogue> {
    const { index, day, eventId } = await medicines.read()
    const version = formatVersion(day, eventId)
    const write = columns ? writeColumns : writeRows
    return { version, json: await write({ version, isWhole: true, isTooLarge: false }, index.items()) }
  }

  return {
    /** What changed since a version, or everything. */
    async read(asked: AskedCatalogue): Promise<SentCatalogue> {
      const changed = await changes(asked)
      return changed ? { version: changed.version, changes: changed } : whole(asked.columns)
    },
    async find(text: string, limit: number): Promise<Matches> {
      const { items, isSure } = (await medicines.read()).index.find(text, limit)
      return { medicines: items.map(forCounter), isSure }
    },
  }
}
export type CounterService = ReturnType<typeof createCounterService>

/** Whether a version is of this feed and not from a future that a restore took away. */
function isReached({ eventId }: MedicineCopy, since: Version): boolean {
  const { epoch, position } = parseEventId(eventId)
  return since.eventId.epoch === epoch && since.eventId.position <= position
}

/** `sold` of what is there and differs from another day's, but for those that are sent with all their fields. */
function soldOf({ index, sold }: MedicineCopy, soldThen: SoldUnits, sent: ReadonlySet<string>) {
  const changes = [...soldChanges(soldThen, sold)]
  return Object.fromEntries(changes.filter(([id]) => !sent.has(id) && index.get(id)))
}
