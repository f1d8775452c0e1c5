import { keepPreviousData, useQuery, useQueryClient, useSuiteEvent } from '@mms/sdk'
import { useEffect, useState } from 'react'
import { fetchMedicine, MEDICINES_KEY, type PickedMedicine, searchMedicines } from './api.ts'

const PICKER_KEY = [MEDICINES_KEY, 'picker'] as const

/** A pause in typing after which the server is asked. */
const PAUSE_MS = 150

/**
 * Medicines whose name, manufacturer or category has the typed text, by the server's search. Until it has answered,
 * those of the answer before whose name has it, to look at: `settled` says whether they are what the text finds.
 */
export function useMatches(typed: string, open: boolean) {
  const text = typed.trim()
  const search = useSettled(text)
  const query = useQuery({
    queryKey: [...PICKER_KEY, search],
    queryFn: ({ signal }) => searchMedicines(search, signal),
    placeholderData: keepPreviousData,
    enabled: open,
    staleTime: 0,
  })
  const queries = useQueryClient()
  const known = query.data ?? (query.isError ? knownMedicines(queries) : [])
  const isCurrent = search === text && query.isSuccess && !query.isPlaceholderData
  return {
    items: rank(isCurrent ? known : known.filter(({ name }) => placeOf(name, text) < NOWHERE), text),
    settled: isCurrent,
    error: query.error,
    retry: () => void query.refetch(),
  }
}

/** Whatever earlier searches have brought: while the server is away, selling goes on with those. */
function knownMedicines(queries: ReturnType<typeof useQueryClient>): PickedMedicine[] {
  const lists = queries.getQueriesData<PickedMedicine[] | PickedMedicine>({ queryKey: PICKER_KEY })
  const known = lists.flatMap(([, data]) => data ?? [])
  return [...new Map(known.map((medicine) => [medicine._id, medicine])).values()]
}

const NOWHERE = 3

/** Where the name has the text: 0 at its beginning, 1 at that of a word, 2 inside one. */
function placeOf(name: string, text: string): number {
  const [inside, part] = [name.toLowerCase(), text.toLowerCase()]
  if (inside.startsWith(part)) return 0
  if (inside.includes(` ${part}`)) return 1
  return inside.includes(part) ? 2 : NOWHERE
}

/** What somebody means who types the beginning of a name comes first; else the server's order. */
function rank(medicines: readonly PickedMedicine[], text: string): PickedMedicine[] {
  return medicines.toSorted((a, b) => placeOf(a.name, text) - placeOf(b.name, text))
}

/** The chosen medicine as it is now: its stock follows what is recorded, here and elsewhere. */
export function useChosen(picked: PickedMedicine | null): PickedMedicine | null {
  const query = useQuery({
    queryKey: [...PICKER_KEY, 'chosen', picked?._id],
    queryFn: ({ signal }) => fetchMedicine(picked?._id ?? '', signal),
    enabled: picked !== null,
    ...(picked ? { initialData: picked, initialDataUpdatedAt: picked.asOf } : {}),
  })
  return picked && (query.data ?? picked)
}

/** Shows a new stock level at once; everything that shows medicines is then fetched again. */
export function useStockFollower(): (medicineId: string, stock: number) => void {
  const queries = useQueryClient()
  useSuiteEvent('medicines-changed', () => void queries.invalidateQueries({ queryKey: [MEDICINES_KEY] }))
  return (medicineId, currentStock) => {
    const follow = (it: PickedMedicine) => (it._id === medicineId ? { ...it, currentStock } : it)
    queries.setQueriesData<PickedMedicine[] | PickedMedicine>({ queryKey: PICKER_KEY }, (shown) =>
      Array.isArray(shown) ? shown.map(follow) : shown && follow(shown),
    )
  }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, value)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
