import { type FeedEvent, inventoryEvents } from '@mms/contracts'
import {
  createFeedReader,
  type FeedReader,
  type FeedReaderOptions,
  type FeedSnapshot,
  type ServiceClient,
  snapshotPages,
} from '@mms/service-kit'
import { emptyHead, type StockHead } from './head-store.ts'
import { createInventoryWriter, type InventoryFacts } from './inventory-writer.ts'
import { type KnownMedicine, knownMedicineSchema, knownMovementSchema } from './known.ts'
import { followLedger, type LedgerDay, ledgerKeys, ledgerSums } from './ledger.ts'
import { tally } from './tally.ts'

export interface FollowerOptions extends Pick<FeedReaderOptions<never>, 'db' | 'log' | 'registry'> {
  /** Calls the service that is followed. */
  client: ServiceClient
  timeZone: string
}

/** Where a feed is read, and with whose token. */
export const feedOf = ({ url, headers }: ServiceClient) => ({ url: `${url}/internal/feed`, headers })

const states: string[] = [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted]

async function readMedicines(client: ServiceClient, signal: AbortSignal) {
  const medicines: KnownMedicine[] = []
  const source = { path: '/internal/medicines', rows: 'medicines', schema: knownMedicineSchema }
  let lastEventId = ''
  for await (const page of snapshotPages(client, source, signal)) {
    medicines.push(...page.rows)
    lastEventId = page.lastEventId
  }
  return { lastEventId, medicines }
}

async function readLedger(client: ServiceClient, timeZone: string, signal: AbortSignal) {
  const heads = new Map<string, StockHead>()
  const headOf = (id: string) => {
    const head = heads.get(id) ?? emptyHead(id)
    heads.set(id, head)
    return head
  }
  const days: LedgerDay[] = []
  const source = { path: '/internal/movements', rows: 'movements', schema: knownMovementSchema }
  for await (const { rows } of snapshotPages(client, source, signal)) {
    days.push(...followLedger(rows, headOf, timeZone))
  }
  // A day may reach from one page into the next.
  return { days: tally(days, ledgerKeys, ledgerSums), heads: [...heads.values()] }
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
export function createInventoryFollower({ client, timeZone, ...rest }: FollowerOptions): FeedReader {
  return createFeedReader<InventoryFacts>({
    ...rest,
    ...feedOf(client),
    name: 'inventory',
    apply: (events, trx) => {
      const { medicines, movements } = parse(events)
      return createInventoryWriter(trx, timeZone).follow(medicines, movements)
    },
    async snapshot(signal): Promise<FeedSnapshot<InventoryFacts>> {
      const { lastEventId, medicines } = await readMedicines(client, signal)
      const ledger = await readLedger(client, timeZone, signal)
      return { lastEventId, state: { medicines, ...ledger } }
    },
    rebuild: (facts, trx) => createInventoryWriter(trx, timeZone).rebuild(facts),
  })
}
