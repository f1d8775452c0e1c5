import { type CreateTransaction, stockEffect } from '@mms/contracts'
import { type OutboxEntry, outbox, useRefetchOn } from '@mms/sdk'
import { isUnknown } from '@mms/sdk/queries'
import { startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { medicineKeys } from '../keys.ts'
import { TRANSACTIONS_PATH } from '../paths.ts'
import { type PickedMedicine, useMedicine } from './api.ts'
import { catalogue } from './catalogue.ts'

export const useIsCatalogueBehind = () =>
  useSyncExternalStore(catalogue.subscribe, () => catalogue.state().isBehind)

const none: PickedMedicine[] = []

export function useCatalogue() {
  useEffect(() => catalogue.use(), [])
  return useSyncExternalStore(catalogue.subscribe, catalogue.state)
}

/** The list starts with as many matches as fit on screen. It grows when the user reaches its end. */
const FIRST_MATCHES = 10
const MORE_MATCHES = 24

/** Searches the local catalogue. `settled` is false until it is loaded. */
export function useMedicineMatches(typed: string) {
  const { status, error, revision } = useCatalogue()
  const [shown, setShown] = useState({ typed, limit: FIRST_MATCHES })
  const limit = shown.typed === typed ? shown.limit : FIRST_MATCHES
  const isReady = status === 'ready'
  // biome-ignore lint/correctness/useExhaustiveDependencies: results change with the catalogue
  const found = useMemo(
    () => (isReady ? catalogue.find(typed, limit) : null),
    [isReady, typed, limit, revision],
  )
  const withStock = useStockHere()
  const [from, to] = found?.composed ?? [0, 0]
  return {
    items: found?.items.map(withStock) ?? none,
    isByComposition: (at: number) => at >= from && at < to,
    isSure: found?.isSure ?? false,
    kind: found?.kind ?? 'nothing',
    total: found?.total ?? 0,
    settled: found !== null,
    more: () => setShown({ typed, limit: limit + MORE_MATCHES }),
    error,
    retry: () => void catalogue.refresh(),
  }
}

export function useChosenMedicine(picked: PickedMedicine | null): PickedMedicine | null {
  useCatalogue()
  const withStock = useStockHere()
  return picked && withStock(catalogue.get(picked._id) ?? picked)
}

/** Includes this browser's pending transactions, so that a sale of the last unit shows at once. */
function useStockHere(): (medicine: PickedMedicine) => PickedMedicine {
  const [open, setOpen] = useState(openEffects)
  useEffect(
    () =>
      outbox.onChange(({ entry }) => {
        const update = () => setOpen(openEffects())
        // Update at once: the refused sale returns to the form, which compares its quantity with this stock.
        if (entry?.state === 'refused') update()
        else startTransition(update)
      }),
    [],
  )
  return (medicine) => {
    const effect = open.get(medicine._id)
    if (!effect) return medicine
    return { ...medicine, currentStock: medicine.currentStock + effect.stock, waiting: effect.units }
  }
}

/** Refused and withdrawn entries have no effect. A recorded one is already in the server's stock. */
const stillCounts = ({ state, withdrawal }: OutboxEntry): boolean =>
  state !== 'refused' && state !== 'recorded' && withdrawal === undefined

function openEffects() {
  const effects = new Map<string, { stock: number; units: number }>()
  for (const entry of outbox.list()) {
    if (entry.path !== TRANSACTIONS_PATH || !stillCounts(entry)) continue
    const { medicineId, type, quantity, direction } = entry.body as CreateTransaction
    const { stock, units } = effects.get(medicineId) ?? { stock: 0, units: 0 }
    const effect = stockEffect(type, quantity, direction)
    effects.set(medicineId, { stock: stock + effect, units: units + quantity })
  }
  return effects
}

export function useStockSetter(): (medicineId: string, stock: number) => void {
  useRefetchOn(['medicines-changed'], medicineKeys())
  return catalogue.setStock
}

export type MedicineById = ReturnType<typeof useMedicineById>

export function useMedicineById(id: string) {
  const { status } = useCatalogue()
  const inCatalogue = id === '' ? undefined : catalogue.get(id)
  const isAsked = id !== '' && !inCatalogue
  const { data, error, isPending } = useMedicine(id, isAsked && status !== 'loading')
  return {
    medicine: (inCatalogue ?? (isAsked ? data : undefined)) as PickedMedicine | undefined,
    isLoading: isAsked && isPending,
    isUnknown: isAsked && isUnknown(error),
  }
}
