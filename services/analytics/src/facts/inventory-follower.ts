import { type FeedEvent, inventoryEvents } from '@mms/contracts'
import {
  createFeedReader,
  type FeedReader,
  type FeedReaderOptions,
  type FeedSnapshot,
} from '@mms/service-kit'
import { z } from 'zod'
import { emptyHead, type StockHead } from './head-store.ts'
import { createInventoryWriter, type InventoryFacts } from './inventory-writer.ts'
import { type KnownMedicine, knownMedicineSchema, knownMovementSchema } from './known.ts'
import { followLedger, type LedgerDay, ledgerKeys, ledgerSums } from './ledger.ts'
import type { Source } from './source.ts'
import { tally } from './tally.ts'

export interface FollowerOptions
  extends Pick<FeedReaderOptions<never>, 'db' | 'log' | 'registry' | 'headers'> {
  /** Origin of the service that is followed. */
  url: string
  source: Source
  timeZone: string
}

const medicinesPage = z.object({
  lastEventId: z.string(),
  medicines: z.array(knownMedicineSchema),
  next: z.string().nullable(),
})
const movementsPage = z.object({ movements: z.array(knownMovementSchema), next: z.string().nullable() })
const states: string[] = [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted]

export const pageQuery = (after: string | null) =>
  new URLSearchParams({ limit: '1000', ...(after && { after }) })

async function readMedicines(source: Source, signal: AbortSignal) {
  const medicines: KnownMedicine[] = []
  for (let after: string | null = null; ; ) {
    const page: z.output<typeof medicinesPage> = await source(
      `/internal/medicines?${pageQuery(after)}`,
      medicinesPage,
      signal,
    )
    medicines.push(...page.medicines)
    // The same on every page: where the feed stood before the first.
    if (page.next === null) return { lastEventId: page.lastEventId, medicines }
    after = page.next
  }
}

async function readLedger(source: Source, timeZone: string, signal: AbortSignal) {
  const heads = new Map<string, StockHead>()
  const headOf = (id: string) => {
    const head = heads.get(id) ?? emptyHead(id)
    heads.set(id, head)
    return head
  }
  const days: LedgerDay[] = []
  for (let after: string | null = null; ; ) {
    const page: z.output<typeof movementsPage> = await source(
      `/internal/movements?${pageQuery(after)}`,
      movementsPage,
      signal,
    )
    days.push(...followLedger(page.movements, headOf, timeZone))
    // A day may reach from one page into the next.
    if (page.next === null) return { days: tally(days, ledgerKeys, ledgerSums), heads: [...heads.values()] }
    after = page.next
  }
}

function parse(events: FeedEvent[]) {
  const dataOf = (wanted: string[]) =>
    events.flatMap(({ type, data }) => (wanted.includes(type) ? [data] : []))
  return {
    medicines: dataOf(states).map((data) => knownMedicineSchema.parse(data)),
    movements: dataOf([inventoryEvents.movementRecorded]).map((data) => knownMovementSchema.parse(data)),
  }
}

/** Keeps medicines and stock by following inventory's feed; what a snapshot held already changes nothing. */
export function createInventoryFollower({ url, source, timeZone, ...rest }: FollowerOptions): FeedReader {
  return createFeedReader<InventoryFacts>({
    ...rest,
    name: 'inventory',
    url: `${url}/internal/feed`,
    apply: (events, trx) => {
      const { medicines, movements } = parse(events)
      return createInventoryWriter(trx, timeZone).follow(medicines, movements)
    },
    async snapshot(signal): Promise<FeedSnapshot<InventoryFacts>> {
      const { lastEventId, medicines } = await readMedicines(source, signal)
      const ledger = await readLedger(source, timeZone, signal)
      return { lastEventId, state: { medicines, ...ledger } }
    },
    rebuild: (facts, trx) => createInventoryWriter(trx, timeZone).rebuild(facts),
  })
}
