import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Filters } from './filter-rules.ts'
import type { FilterAsk, ListAddress } from './list-address.ts'

type Changed = { target: { value: string } }

/** The state of a form that filters the list at this address: what is chosen in it, and how that comes to count. */
export function useFilterForm<T extends Filters>(address: ListAddress<T>) {
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
    /** Makes these filters count. */
    apply,
    clear: () => apply(Object.fromEntries(Object.keys(draft).map((name) => [name, ''])) as T),
    /** For a field that counts from the submit on: its value and `onChange`. */
    typed: field(setDraft),
    /** For a field that counts at once, with what was typed before. */
    chosen: field(apply),
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      apply(draft)
    },
  }
}

let forms = 0
let asks = 0

/** History entries outlive a page load, so a number alone would not name one form. */
function nameOfForm(): string {
  forms += 1
  return `${performance.timeOrigin}.${forms}`
}

/**
 * What is chosen in a filter form, beside `filters`, which the address holds. It gives way when the address changes by
 * other means (Back, a link), and never to a navigation of the form itself: that one commits later, as a transition, and a
 * quick person has chosen more by then.
 */
function useFilterDraft<T extends Filters>(filters: T) {
  const [by] = useState(nameOfForm)
  const { asked } = (useLocation().state ?? {}) as { asked?: FilterAsk }
  const [draft, setDraft] = useState(filters)
  const [seen, setSeen] = useState({ filters, ask: asks })
  const isOwn = asked?.by === by && asked.number > seen.ask
  if (isOwn || JSON.stringify(filters) !== JSON.stringify(seen.filters)) {
    setSeen({ filters, ask: isOwn ? asked.number : seen.ask })
    if (!isOwn) setDraft(filters)
  }
  const ask = (): FilterAsk => {
    asks += 1
    return { by, number: asks }
  }
  return { draft, setDraft, ask }
}
