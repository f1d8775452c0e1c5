import { type MedicineRow, toMedicine } from './store.ts'

/** Characters of all that is kept: some 8,000 medicines. */
const MAX_CHARACTERS = 4_000_000

interface Written {
  version: number
  json: string
}

export interface MedicineJsonOptions {
  maxCharacters?: number
}

/**
 * Keeps the JSON of medicines. Each is kept for one version: every change of what people see of a medicine moves its
 * version, in the same statement and whatever release writes, so that who has read the version knows the JSON.
 */
export function createMedicineJson({ maxCharacters = MAX_CHARACTERS }: MedicineJsonOptions = {}) {
  const kept = new Map<string, Written>()
  let characters = 0

  function remove(id: string): void {
    characters -= kept.get(id)?.json.length ?? 0
    kept.delete(id)
  }

  function keep(id: string, written: Written): void {
    remove(id)
    kept.set(id, written)
    characters += written.json.length
    for (const oldest of kept.keys()) {
      if (characters <= maxCharacters) return
      remove(oldest)
    }
  }

  const find = (id: string, version: number): string | undefined => {
    const known = kept.get(id)
    return known?.version === version ? known.json : undefined
  }

  return {
    /** The JSON of a medicine at exactly this version, if it is kept. */
    find,
    /** The JSON of a medicine that was read. */
    write(row: MedicineRow): string {
      const known = find(row.id, row.version)
      if (known !== undefined) return known
      const json = JSON.stringify(toMedicine(row))
      keep(row.id, { version: row.version, json })
      return json
    },
  }
}
export type MedicineJson = ReturnType<typeof createMedicineJson>
