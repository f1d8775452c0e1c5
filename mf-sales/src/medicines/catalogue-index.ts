import { type Catalogue, type CounterMedicine, createMedicineIndex, type MedicineIndex } from '@mms/contracts'

export type CatalogueIndex = MedicineIndex<CounterMedicine>

/** What leads from one version to another. */
export type CatalogueChanges = Pick<Catalogue, 'version' | 'medicines' | 'deleted' | 'sold'> & {
  since: string
}

/** Medicines that are indexed before the page answers keys and clicks again. */
const CHUNK = 1_000

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** The index of many medicines; a slow computer goes on answering meanwhile. */
export async function buildIndex(medicines: readonly CounterMedicine[]): Promise<CatalogueIndex> {
  const index = createMedicineIndex<CounterMedicine>([])
  for (let from = 0; from < medicines.length; from += CHUNK) {
    for (const medicine of medicines.slice(from, from + CHUNK)) index.put(medicine)
    await pause()
  }
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
