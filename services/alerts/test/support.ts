import type { Alert, AlertGeneration, AlertSummary } from '@mms/contracts'
import { createReadModel, inTransaction } from '@mms/service-kit'
import {
  type OpenService,
  type OpenServiceOptions,
  openService,
  type TestAnswer,
  type TestDatabase,
} from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { alerts, type createAlerts } from '../src/app.ts'
import { type KnownMedicine, knownMedicineSchema } from '../src/medicines/known.ts'
import { feedName, knownMedicines } from '../src/medicines/store.ts'

/** Noon in Kolkata. */
export const NOON = '2026-11-21T06:30:00Z'
/** Nobody listens there. */
export const NOWHERE = 'http://127.0.0.1:1'

let serial = 0

/** A good medicine of its own name, of which nothing is to be told. */
export function buildMedicine(differing: Partial<KnownMedicine> = {}): KnownMedicine {
  serial += 1
  return knownMedicineSchema.parse({
    _id: v7(),
    version: 1,
    name: `Medicine ${String(serial).padStart(4, '0')}`,
    category: 'Other',
    currentStock: 100,
    minStockLevel: 10,
    unitPrice: 20,
    expiryDate: null,
    demandFactors: {},
    deleted: false,
    ...differing,
  })
}

export interface Store extends OpenService<ReturnType<typeof createAlerts>> {
  /** As inventory's feed tells of changed medicines. */
  tell(...medicines: KnownMedicine[]): Promise<void>
  /** As inventory's feed does, with what differs from before. */
  change(medicine: KnownMedicine, differing: Partial<KnownMedicine>): Promise<KnownMedicine>
  generate(): Promise<AlertGeneration>
  list(query?: string): Promise<Alert[]>
  summary(): Promise<AlertSummary>
  put(
    id: string,
    body: object,
    token?: string,
  ): Promise<TestAnswer<Alert & { code: string; message: string }>>
}

/** A service that follows nobody: a test tells it of medicines as a feed does. */
export async function openStore(
  database: Pick<TestDatabase, 'open'>,
  options: OpenServiceOptions = {},
): Promise<Store> {
  const env = { INVENTORY_URL: NOWHERE, ...options.env }
  const opened = await openService(alerts, database, { now: NOON, ...options, env })
  const { client, service, staff } = opened
  const { db } = opened.database
  const cursor = { name: feedName, last_event_id: 'test.1' }
  await db('feed_cursors').insert(cursor).onConflict('name').merge()

  const tell = async (...medicines: KnownMedicine[]) => {
    await inTransaction(db, async (trx) => {
      await createReadModel(trx, knownMedicines).apply(medicines)
      await service.judgeChanged(
        medicines.map(({ _id }) => _id),
        trx,
      )
    })
  }
  return {
    ...opened,
    tell,
    async change(medicine, differing) {
      const changed = { ...medicine, ...differing, version: medicine.version + 1 }
      await tell(changed)
      return changed
    },
    generate: () => service.generate(),
    list: async (query = '') => (await client.get<Alert[]>(`/api/alerts${query}`, { token: staff })).body,
    summary: async () => (await client.get<AlertSummary>('/api/alerts/summary', { token: staff })).body,
    put: (id, body, token = staff) => client.put(`/api/alerts/${id}`, { token, body }),
  }
}
