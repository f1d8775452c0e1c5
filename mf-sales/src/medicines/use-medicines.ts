import { type CreateTransaction, stockEffect } from '@mms/contracts'
import { outbox, useRefetchOn } from '@mms/sdk'
import { startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { medicineKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import type { PickedMedicine } from './api.ts'
import { catalogue } from './catalogue.ts'

const none: PickedMedicine[] = []

/** The catalogue kept in this browser, fresh while a page that needs it is open. */
export function useCatalogue() {
  useEffect(() => catalogue.use(), [])
  return useSyncExternalStore(catalogue.subscribe, catalogue.state)
}

/** What the typed text finds among the medicines kept here. `settled` is false until they are at hand. */
export function useMatches(typed: string) {
  const { status, error, revision } = useCatalogue()
  const isReady = status === 'ready'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text finds something else when the catalogue changed
  const found = useMemo(() => (isReady ? catalogue.find(typed) : null), [isReady, typed, revision])
  const withStock = useStockHere()
  return {
    items: found?.items.map(withStock) ?? none,
    isSure: found?.isSure ?? false,
    settled: found !== null,
    error,
    retry: () => void catalogue.refresh(),
  }
}

/** The chosen medicine as it is now: its stock follows what is recorded, here and elsewhere. */
export function useChosen(picked: PickedMedicine | null): PickedMedicine | null {
  useCatalogue()
  const withStock = useStockHere()
  return picked && withStock(catalogue.get(picked._id) ?? picked)
}

/** Stock less what this browser has recorded and not heard of yet: who sells the last one sees that at once. */
function useStockHere(): (medicine: PickedMedicine) => PickedMedicine {
  const [open, setOpen] = useState(openEffects)
  // A recorded sale comes first, and then what it changes in the list.
  useEffect(() => outbox.onChange(() => startTransition(() => setOpen(openEffects()))), [])
  return (medicine) => {
    const effect = open.get(medicine._id) ?? 0
    return effect === 0 ? medicine : { ...medicine, currentStock: medicine.currentStock + effect }
  }
}

function openEffects(): ReadonlyMap<string, number> {
  const effects = new Map<string, number>()
  for (const entry of outbox.list()) {
    if (entry.path !== TRANSACTIONS_PATH || entry.state === 'refused') continue
    const { medicineId, type, quantity, direction } = entry.body as CreateTransaction
    effects.set(medicineId, (effects.get(medicineId) ?? 0) + stockEffect(type, quantity, direction))
  }
  return effects
}

/** Shows a new stock level at once; everything that shows medicines is then fetched again. */
export function useStockFollower(): (medicineId: string, stock: number) => void {
  useRefetchOn(['medicines-changed'], medicineKeys())
  return catalogue.setStock
}
