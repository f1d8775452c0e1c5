import type { Knex } from 'knex'
import { createMedicineStore, type Medicine, type MedicineForm, type MedicineStock } from './store.ts'

/** When more of them changed, all are read. */
const FEW = 500

const none = { currentStock: 0, added: 0, removed: 0 }

/**
 * All medicines, deleted ones too, by name. What a form says is kept from request to request, by its version; versions and
 * stocks are read each time, so that nothing is older than the request. `version` is that of all facts: see `keptVersions`.
 */
export function createMedicineList(db: Knex) {
  const store = createMedicineStore(db)
  let kept: { version: string; forms: MedicineForm[] } | null = null

  /** The known forms with what changed in them; undefined where their order changed, or much. */
  async function refreshed(known: MedicineForm[], stocks: Map<string, MedicineStock>) {
    if (known.length !== stocks.size) return undefined
    const old = known.filter(({ id, version }) => stocks.get(id)?.version !== version)
    if (old.length === 0) return known
    if (old.length > FEW) return undefined
    const news = new Map((await store.findForms(old.map(({ id }) => id))).map((form) => [form.id, form]))
    const isSameOrder = old.every(({ id, name }) => news.get(id)?.name === name)
    return isSameOrder ? known.map((form) => news.get(form.id) ?? form) : undefined
  }

  return async (version: string | null): Promise<Medicine[]> => {
    if (version === null) return store.list()
    const stocks = await store.listStocks()
    const known = kept?.version === version ? kept.forms : []
    const forms = (await refreshed(known, stocks)) ?? (await store.listForms())
    kept = { version, forms }
    return forms.map((form) => {
      const { currentStock, added, removed } = stocks.get(form.id) ?? none
      return { ...form, currentStock, added, removed }
    })
  }
}
export type ListMedicines = ReturnType<typeof createMedicineList>
