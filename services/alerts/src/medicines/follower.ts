import { inventoryEvents } from '@mms/contracts'
import { createFollower, type FeedReader, type FollowerOptions } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { KnownMedicine } from './known.ts'
import { feedName, knownMedicines } from './store.ts'

export interface MedicineFollowerOptions
  extends Pick<FollowerOptions<KnownMedicine>, 'db' | 'log' | 'registry' | 'client'> {
  /** Called with the ids of what changed, in the transaction that holds the changes. */
  onChanged: (ids: string[], trx: Knex.Transaction) => Promise<unknown>
  /** Called when everything was told anew, in the transaction that holds it. */
  onRebuilt: (trx: Knex.Transaction) => Promise<unknown>
}

const states: string[] = [inventoryEvents.medicineChanged, inventoryEvents.medicineDeleted]

/** Keeps the read model of medicines by following inventory's feed. */
export function createMedicineFollower({
  onChanged,
  onRebuilt,
  ...rest
}: MedicineFollowerOptions): FeedReader {
  return createFollower({
    ...rest,
    name: feedName,
    model: knownMedicines,
    types: states,
    snapshot: { path: '/internal/medicines', rows: 'medicines' },
    onBatch: async (events, trx) => {
      const changed = events.filter(({ type }) => states.includes(type)).map(({ subject }) => subject)
      if (changed.length > 0) await onChanged([...new Set(changed)], trx)
    },
    onRebuild: (_, trx) => onRebuilt(trx),
  })
}
