import type { Inventory } from '../inventory/client.ts'
import type { Stock } from './medicine.ts'
import type { ReconciliationStore } from './store.ts'

export interface StockPage {
  stocks: Stock[]
  again: (() => Promise<Stock[]>) | null
}

type InventoryPage = Awaited<ReturnType<Inventory['snapshot']>>

async function* unknownMedicines(store: ReconciliationStore, page: InventoryPage, from: string) {
  const onPage = new Set(page.rows.map(({ _id }) => _id))
  const lastOfPage = page.next === null ? undefined : page.rows.at(-1)?._id
  for (let id = await store.nextMedicine(from); id; id = await store.nextMedicine(id)) {
    if (lastOfPage !== undefined && id > lastOfPage) return
    // Sample history has no movements.
    if (!onPage.has(id) && (await store.highestVersion(id)) > 0) yield id
  }
}

export async function* pagesOfBoth(
  inventory: Pick<Inventory, 'snapshot'>,
  store: ReconciliationStore,
  signal: AbortSignal,
): AsyncGenerator<StockPage> {
  let from = ''
  for (let after: string | null = null; ; ) {
    const asked = after
    const page = await inventory.snapshot(asked, signal)
    const again = async () => (await inventory.snapshot(asked, signal)).rows
    yield { stocks: page.rows, again }
    for await (const _id of unknownMedicines(store, page, from)) {
      yield { stocks: [{ _id, stockVersion: 0, currentStock: 0 }], again: null }
    }
    if (page.next === null) return
    from = page.rows.at(-1)?._id ?? from
    after = page.next
  }
}
