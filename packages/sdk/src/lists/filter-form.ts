import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { FilterAsk, Filters, ListAddress } from './list-address.ts'

type Changed = { target: { value: string } }

export function useFilterForm<T extends Filters>(address: ListAddress<T>) {
  const { draft, setDraft, ask } = useFilterDraft(address.filters)
  const apply = (next: T, replace = false) => {
    setDraft(next)
    address.setFilters(next, ask(), replace)
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
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      apply(draft)
    },
  }
}

let forms = 0
let asks = 0

/** Unique over page loads, because history entries that refer to the form outlive the page. */
function nameOfForm(): string {
  forms += 1
  return `${performance.timeOrigin}.${forms}`
}

/**
 * The draft follows the address after Back or a link, but not after the form's own navigation. That takes effect later,
 * when the user may have changed another filter already.
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
