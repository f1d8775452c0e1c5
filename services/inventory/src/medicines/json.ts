import { LRUCache } from '@mms/service-kit'
import { type MedicineRow, toMedicine } from './store.ts'

/** Maximum characters in the cache, enough for about 8,000 medicines. */
const MAX_CHARACTERS = 4_000_000

interface CachedJson {
  version: number
  json: string
}

/** Caches a medicine's JSON by version, which every visible change raises. */
export function createMedicineJson() {
  const cache = new LRUCache<string, CachedJson>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ json }) => json.length,
  })

  const find = (id: string, version: number): string | undefined => {
    const found = cache.get(id)
    return found?.version === version ? found.json : undefined
  }

  /** Leaves out `revision`, which belongs to the catalogue. */
  function write(row: MedicineRow & { revision?: number }): string {
    const found = find(row._id, row.version)
    if (found !== undefined) return found
    const { revision: _, ...medicine } = row
    const json = JSON.stringify(toMedicine(medicine))
    cache.set(row._id, { version: row.version, json })
    return json
  }

  return { find, write }
}
export type MedicineJson = ReturnType<typeof createMedicineJson>
