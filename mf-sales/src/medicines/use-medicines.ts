import { type CreateTransaction, stockEffect } from '@mms/contracts'
import { type OutboxEntry, outbox, useRefetchOn } from '@mms/sdk'
import { startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { medicineKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import type { PickedMedicine } from './api.ts'
import { catalogue } from './catalogue.ts'

/** Whether stock is as it was when the server could be asked last. */
export const useIsBehind = () => useSyncExternalStore(catalogue.subscribe, () => catalogue.state().isBehind)

const none: PickedMedicine[] = []

/** The catalogue kept in this browser, fresh while a page that needs it is open. */
export function useCatalogue() {
  useEffect(() => catalogue.use(), [])
  return useSyncExternalStore(catalogue.subscribe, catalogue.state)
}

/** Matches that are drawn at first, as many as can be seen, and how many more when the list is walked or scrolled to its end. */
const FIRST_MATCHES = 10
const MORE_MATCHES = 24

/** What the typed text finds among the medicines kept here. `settled` is false until they are at hand. */
export function useMatches(typed: string) {
  const { status, error, revision } = useCatalogue()
  const [shown, setShown] = useState({ typed, limit: FIRST_MATCHES })
  const limit = shown.typed === typed ? shown.limit : FIRST_MATCHES
  const isReady = status === 'ready'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text finds something else when the catalogue changed
  const found = useMemo(
    () => (isReady ? catalogue.find(typed, limit) : null),
    [isReady, typed, limit, revision],
  )
  const withStock = useStockHere()
  return {
    items: found?.items.map(withStock) ?? none,
    isSure: found?.isSure ?? false,
    kind: found?.kind ?? 'nothing',
    total: found?.total ?? 0,
    settled: found !== null,
    more: () => setShown({ typed, limit: limit + MORE_MATCHES }),
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

/** Stock with what this browser has recorded and not heard of yet: who sells the last one sees that at once. */
function useStockHere(): (medicine: PickedMedicine) => PickedMedicine {
  const [open, setOpen] = useState(openEffects)
  // A recorded sale comes first, and then what it changes in the list.
  useEffect(() => outbox.onChange(() => startTransition(() => setOpen(openEffects()))), [])
  return (medicine) => {
    const effect = open.get(medicine._id)
    if (!effect) return medicine
    return { ...medicine, currentStock: medicine.currentStock + effect.stock, waiting: effect.units }
  }
}

/** Refused and withdrawn ones have no effect, and one that was recorded after all is in the stock already. */
const stillCounts = ({ state, withdrawal }: OutboxEntry): boolean =>
  state !== 'refused' && state !== 'recorded' && withdrawal === undefined

interface OpenEffect {
  stock: number
  units: number
}

function openEffects(): ReadonlyMap<string, OpenEffect> {
  const effects = new Map<string, OpenEffect>()
  for (const entry of outbox.list()) {
    if (entry.path !== TRANSACTIONS_PATH || !stillCounts(entry)) continue
    const { medicineId, type, quantity, direction } = entry.body as CreateTransaction
    const { stock, units } = effects.get(medicineId) ?? { stock: 0, units: 0 }
    effects.set(medicineId, {
      stock: stock + stockEffect(type, quantity, direction),
      units: units + quantity,
    })
  }
  return effects
}

/** Shows a new stock level at once; everything that shows medicines is then fetched again. */
export function useStockFollower(): (medicineId: string, stock: number) => void {
  useRefetchOn(['medicines-changed'], medicineKeys())
  return catalogue.setStock
}
