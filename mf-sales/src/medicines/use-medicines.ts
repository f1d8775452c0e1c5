import { type CreateTransaction, stockEffect } from '@mms/contracts'
import { outbox, useQuery, useRefetchOn } from '@mms/sdk'
import { startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { medicineKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import { fetchMedicine, type PickedMedicine, searchMedicines } from './api.ts'
import { catalogue } from './catalogue.ts'

/** Debounce: a pause in typing after which a server is asked that has too many medicines to keep. */
const DEBOUNCE_MS = 100

const none: PickedMedicine[] = []

/** The catalogue kept in this browser, fresh while somebody looks at it. */
export function useCatalogue() {
  useEffect(() => catalogue.use(), [])
  return useSyncExternalStore(catalogue.subscribe, catalogue.state)
}

/**
 * What the typed text finds: at once among the medicines kept here, else by the server's search under the same rule.
 * `settled` says whether it is what this very text finds.
 */
export function useMatches(typed: string, open: boolean) {
  const { status, error, revision } = useCatalogue()
  const isReady = status === 'ready'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text finds something else when the catalogue changed
  const here = useMemo(() => (isReady ? catalogue.find(typed) : null), [isReady, typed, revision])
  const remote = useServerMatches(typed, open && status === 'remote')
  const withStock = useStockHere()
  const found = here ?? remote.found
  return {
    items: found?.items.map(withStock) ?? none,
    isSure: found?.isSure ?? false,
    settled: found !== undefined,
    error: status === 'remote' ? remote.error : error,
    retry: status === 'remote' ? remote.retry : () => void catalogue.refresh(),
  }
}

function useServerMatches(typed: string, enabled: boolean) {
  const text = typed.trim()
  const search = useDebounced(text)
  const { data, error, isError, refetch } = useQuery({
    queryKey: medicineKeys('picker', search),
    queryFn: ({ signal }) => searchMedicines(search, signal),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? 2_000 : false),
  })
  return {
    found: enabled && search === text && !isError ? data : undefined,
    error: enabled ? error : null,
    retry: () => void refetch(),
  }
}

/** The chosen medicine as it is now: its stock follows what is recorded, here and elsewhere. */
export function useChosen(picked: PickedMedicine | null): PickedMedicine | null {
  const { status } = useCatalogue()
  const id = picked?._id ?? ''
  const query = useQuery({
    queryKey: medicineKeys('picker', 'chosen', id),
    queryFn: ({ signal }) => fetchMedicine(id, signal),
    enabled: picked !== null && status === 'remote',
    ...(picked ? { initialData: picked } : {}),
  })
  const withStock = useStockHere()
  return picked && withStock(catalogue.get(id) ?? query.data ?? picked)
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

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, DEBOUNCE_MS, value)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
