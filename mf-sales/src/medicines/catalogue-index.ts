import { type Catalogue, type CounterMedicine, expiryState } from '@mms/contracts'
import { createMedicineIndex, type MedicineIndex } from '@mms/medicine-search'
import { storeToday } from '@mms/sdk'

export type CatalogueIndex = MedicineIndex<CounterMedicine>

export type CatalogueChanges = Pick<Catalogue, 'version' | 'medicines' | 'deleted' | 'sold'> & {
  since: string
}

/** Milliseconds of indexing before the page handles keys and clicks again. */
const SLICE_MS = 12

/** Checks expiry dates against the day of the search. */
function sellable() {
  const today = storeToday()
  return ({ currentStock, expiryDate }: CounterMedicine) =>
    currentStock > 0 && expiryState(expiryDate, today) !== 'expired'
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

export async function buildIndex(medicines: readonly CounterMedicine[]): Promise<CatalogueIndex> {
  const index = createMedicineIndex<CounterMedicine>([], sellable)
  let begun = performance.now()
  for (const medicine of medicines) {
    index.put(medicine)
    if (performance.now() - begun < SLICE_MS) continue
    await pause()
    begun = performance.now()
  }
  // The first search sorts the words, which is slow. Do it now, before the user types.
  index.find('a', 1)
  return index
}

export function applyChanges(
  index: CatalogueIndex,
  { medicines, deleted, sold = {} }: CatalogueChanges,
): void {
  for (const medicine of medicines) index.put(medicine)
  for (const id of deleted) index.remove(id)
  for (const [id, units] of Object.entries(sold)) {
    const medicine = index.get(id)
    if (medicine) index.put({ ...medicine, sold: units })
  }
}
