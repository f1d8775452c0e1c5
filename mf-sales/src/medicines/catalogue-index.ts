import { type Catalogue, type CounterMedicine, createMedicineIndex, type MedicineIndex } from '@mms/contracts'

export type CatalogueIndex = MedicineIndex<CounterMedicine>

/** What leads from one version to another. */
export type CatalogueChanges = Pick<Catalogue, 'version' | 'medicines' | 'deleted' | 'sold'> & {
  since: string
}

/** How long, in ms, medicines are indexed before the page answers keys and clicks again. */
const SLICE_MS = 12

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** The index of many medicines; a slow computer goes on answering meanwhile. */
export async function buildIndex(medicines: readonly CounterMedicine[]): Promise<CatalogueIndex> {
  const index = createMedicineIndex<CounterMedicine>([])
  let begun = performance.now()
  for (const medicine of medicines) {
    index.put(medicine)
    if (performance.now() - begun < SLICE_MS) continue
    await pause()
    begun = performance.now()
  }
  // It sorts its words at the first search, which is not to be that of a key.
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
