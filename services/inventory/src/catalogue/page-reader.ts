import type { MedicineJson } from '../medicines/json-cache.ts'
import type { MedicineRow } from '../medicines/store.ts'
import type { Criteria, SortKey } from './queries.ts'
import type { CatalogueStore, Page } from './store.ts'

/** Pages that are remembered to have been asked for. */
const REMEMBERED = 500

export interface PageReaderOptions {
  store: Pick<CatalogueStore, 'page' | 'versions'>
  findRows: (ids: string[]) => Promise<MedicineRow[]>
  json: MedicineJson
}

/** A page to read; `key` is the same for the same page. */
export interface AskedPage {
  key: string
  criteria: Criteria
  after: SortKey | undefined
  limit: number
}

/** A place of each page that was asked for lately. */
function createRemembered() {
  const keys = new Set<string>()
  return {
    has: (key: string) => keys.has(key),
    add(key: string): void {
      if (keys.size >= REMEMBERED) keys.delete(keys.values().next().value as string)
      keys.add(key)
    },
  }
}

/**
 * Reads pages as JSON. One that is asked for the first time is read whole, by one statement. Of one that was, only ids and
 * versions are read, and the JSON of what has not changed is kept; what has is fetched by a second statement.
 */
export function createPageReader({ store, findRows, json }: PageReaderOptions) {
  const remembered = createRemembered()

  async function readWhole({ criteria, after, limit }: AskedPage): Promise<Page<string>> {
    const { medicines, revision } = await store.page(criteria, after, limit)
    return { medicines: medicines.map(json.write), revision }
  }

  /** Undefined when something moved between the two statements, so that they are not of one moment. */
  async function readChanged({ criteria, after, limit }: AskedPage): Promise<Page<string> | undefined> {
    const { medicines: versions, revision } = await store.versions(criteria, after, limit)
    const changed = versions.filter(({ id, version }) => json.find(id, version) === undefined)
    if (changed.length > 0) for (const row of await findRows(changed.map(({ id }) => id))) json.write(row)
    const medicines: string[] = []
    for (const { id, version } of versions) {
      const written = json.find(id, version)
      if (written === undefined) return undefined
      medicines.push(written)
    }
    return { medicines, revision }
  }

  return async function readPage(asked: AskedPage): Promise<Page<string>> {
    const known = remembered.has(asked.key) ? await readChanged(asked) : undefined
    if (known) return known
    const page = await readWhole(asked)
    remembered.add(asked.key)
    return page
  }
}
