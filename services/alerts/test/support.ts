import type { Alert, AlertSummary, Problem, StoreConditions } from '@mms/contracts'
import { createReadModel, defineService, inTransaction } from '@mms/service-kit'
import { type OpenServiceOptions, openService, type TestDatabase } from '@mms/service-kit/test-support'
import { type AlertsOptions, alerts, createAlerts } from '../src/app.ts'
import { createConditionsStore } from '../src/conditions/store.ts'
import { feedName, type InventoryMedicine, medicinesModel } from '../src/medicines/store.ts'

/** Noon in Kolkata. */
export const NOON = '2026-11-21T06:30:00Z'
/** No server listens on this port. */
export const NOWHERE = 'http://127.0.0.1:1'

type Differing = Partial<Pick<AlertsOptions, 'analytics' | 'leaseMs' | 'patienceMs'>>

/** The service with leases and limits shorter than its settings allow. */
export const definitionFor = ({ leaseMs = 30_000, patienceMs = 0, analytics }: Differing = {}) =>
  defineService({
    ...alerts,
    create: ({ config, clientOf, ...context }) =>
      createAlerts({
        ...{ ...context, leaseMs, patienceMs, inventory: clientOf(config.INVENTORY_URL), delivery: config },
        returnNoticeDays: config.RETURN_NOTICE_DAYS,
        analytics: analytics ?? clientOf(config.ANALYTICS_URL),
      }),
  })

/** Opens a service that reads no feed; tests deliver medicines with `receive`. */
export async function openStore(
  database: Pick<TestDatabase, 'open'>,
  { differing, ...options }: OpenServiceOptions & { differing?: Differing } = {},
) {
  const env = { INVENTORY_URL: NOWHERE, ANALYTICS_URL: NOWHERE, ...options.env }
  const opened = await openService(definitionFor(differing), database, { now: NOON, ...options, env })
  const { client, service, staff } = opened
  const { db } = opened.database
  const cursor = { name: feedName, last_event_id: 'test.1' }
  await db('feed_cursors').insert(cursor).onConflict('name').merge()

  /** Delivers medicines like inventory's feed. */
  const receive = async (...medicines: InventoryMedicine[]) => {
    await inTransaction(db, async (trx) => {
      await createReadModel(trx, medicinesModel).apply(medicines)
      await service.judgeChanged(
        medicines.map(({ _id }) => _id),
        trx,
      )
    })
  }
  return {
    ...opened,
    receive,
    /** Changes a medicine and delivers it like inventory's feed. */
    async change(medicine: InventoryMedicine, differing: Partial<InventoryMedicine>) {
      const changed = { ...medicine, ...differing, version: medicine.version + 1 }
      await receive(changed)
      return changed
    },
    /** Stores conditions as if analytics had sent them. */
    tellConditions: (conditions: Partial<StoreConditions> = {}) =>
      inTransaction(db, (trx) =>
        createConditionsStore(trx).replace(
          { date: '2026-11-21', season: 'fall', climate: 'dry', expected: [], ...conditions },
          new Date(NOON),
        ),
      ),
    generate: () => service.generate(),
    list: async (query = '') => (await client.get<Alert[]>(`/api/alerts${query}`, { token: staff })).body,
    summary: async () => (await client.get<AlertSummary>('/api/alerts/summary', { token: staff })).body,
    put: (id: string, body: object, token = staff) =>
      client.put<Alert & Pick<Problem, 'code' | 'message'>>(`/api/alerts/${id}`, { token, body }),
  }
}
export type Store = Awaited<ReturnType<typeof openStore>>
