import type { FormEvent } from 'react'
import { useFilterDraft } from './filter-draft.ts'
import type { Filters } from './filter-rules.ts'
import type { ListAddress } from './list-address.ts'

type Changed = { target: { value: string } }

/** A filter form: what is chosen in it, and how that comes to count. */
export interface FilterForm<T extends Filters> {
  draft: T
  setDraft: (draft: T) => void
  /** Makes these filters count. */
  apply: (filters: T) => void
  clear: () => void
  /** For a field that counts from the submit on. */
  typed: (name: keyof T & string) => { value: string; onChange: (event: Changed) => void }
  /** For a field that counts at once, with what was typed before. */
  chosen: (name: keyof T & string) => { value: string; onChange: (event: Changed) => void }
  onSubmit: (event: FormEvent) => void
}

/** The state of a form that filters the list at this address. */
export function useFilterForm<T extends Filters>(address: ListAddress<T>): FilterForm<T> {
  const { draft, setDraft, ask } = useFilterDraft(address.filters)
  const apply = (next: T) => {
    setDraft(next)
    address.setFilters(next, ask())
  }
  const field = (change: (draft: T) => void) => (name: keyof T & string) => ({
    value: draft[name] ?? '',
    onChange: ({ target }: Changed) => change({ ...draft, [name]: target.value }),
  })
  return {
    draft,
    setDraft,
    apply,
    clear: () => apply(Object.fromEntries(Object.keys(draft).map((name) => [name, ''])) as T),
    typed: field(setDraft),
    chosen: field(apply),
    onSubmit: (event) => {
      event.preventDefault()
      apply(draft)
    },
  }
}
