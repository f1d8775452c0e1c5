import {
  type FeedEvent,
  inventoryEvents,
  type SampleDataLoaded,
  sampleDataLoadedSchema,
} from '@mms/contracts'
import {
  createFeedReader,
  type FeedReader,
  type FeedReaderOptions,
  type FeedSnapshot,
  type ServiceKey,
  signServiceToken,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import type { Inventory } from '../inventory/client.ts'
import { type KnownMedicine, knownMedicineSchema } from '../inventory/known-medicine.ts'
import { createMedicineStore } from './store.ts'

export interface FollowerOptions extends Pick<FeedReaderOptions<KnownMedicine[]>, 'db' | 'log' | 'registry'> {
  inventoryUrl: string
  serviceKey: ServiceKey
  inventory: Pick<Inventory, 'snapshot'>
  /** Called in the transaction that holds everything the feed told before. */
  onSampleDataLoaded: (loaded: SampleDataLoaded, trx: Knex.Transaction) => Promise<void>
}

const stateEvents: string[] = [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted]

/** What the events say, in order, written to the read model. */
async function follow(
  events: FeedEvent[],
  trx: Knex.Transaction,
  onSampleDataLoaded: FollowerOptions['onSampleDataLoaded'],
): Promise<void> {
  const medicines = createMedicineStore(trx)
  let states: KnownMedicine[] = []
  for (const { type, data } of events) {
    if (stateEvents.includes(type)) states.push(knownMedicineSchema.parse(data))
    if (type !== inventoryEvents.sampleDataLoaded) continue
    await medicines.apply(states)
    states = []
    await onSampleDataLoaded(sampleDataLoadedSchema.parse(data), trx)
  }
  await medicines.apply(states)
}

async function readAll(inventory: Pick<Inventory, 'snapshot'>): Promise<FeedSnapshot<KnownMedicine[]>> {
  const state: KnownMedicine[] = []
  for (let after: string | null = null; ; ) {
    const page = await inventory.snapshot(after)
    state.push(...page.medicines)
    if (page.next === null) return { lastEventId: page.lastEventId, state }
    after = page.next
  }
}

/** Keeps the read model of medicines by following inventory's feed. */
export function createMedicineFollower(options: FollowerOptions): FeedReader {
  const { inventory, inventoryUrl, serviceKey, onSampleDataLoaded, ...rest } = options
  let beganAtStart = false
  return createFeedReader<KnownMedicine[]>({
    ...rest,
    name: 'inventory',
    url: `${inventoryUrl}/internal/feed`,
    headers: () => ({ authorization: `Bearer ${signServiceToken('sales', serviceKey)}` }),
    apply: (events, trx) => follow(events, trx, onSampleDataLoaded),
    async snapshot() {
      // A model that was never built begins with the first event, because a snapshot does not tell of
      // sample data loaded before this service was there.
      if (!beganAtStart && (await createMedicineStore(rest.db).isEmpty())) {
        beganAtStart = true
        return { lastEventId: '', state: [] }
      }
      return readAll(inventory)
    },
    rebuild: (states, trx) => createMedicineStore(trx).replaceAll(states),
  })
}
