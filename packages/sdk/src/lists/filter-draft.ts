import { useState } from 'react'
import { useLocation } from 'react-router-dom'

/** The mark in the history state of a navigation that the form asked for, by which it knows it when it commits. */
export interface FilterAsk {
  by: string
  number: number
}

/** Filters as a form shows them, and the mark for the navigations that it asks for. */
export interface FilterDraft<Filters> {
  draft: Filters
  setDraft: (draft: Filters) => void
  /** A new mark; put it into the history state of the navigation as `asked`. */
  ask: () => FilterAsk
}

let lastForm = 0
let lastAsk = 0

/**
 * What a person chooses in a filter form, beside `filters`, which the address holds. It gives way when the address
 * changes by other means (Back, a link), and never to a navigation of the form itself: that one commits later, as a
 * transition, and a quick person has chosen more by then.
 *
 * ```tsx
 * const { draft, setDraft, ask } = useFilterDraft(filters)
 * const apply = (next: Filters) => navigate({ search }, { state: { asked: ask() } })
 * ```
 */
export function useFilterDraft<Filters extends object>(filters: Filters): FilterDraft<Filters> {
  const [by] = useState(nameOfForm)
  const asked = readAsk(useLocation().state)
  const [draft, setDraft] = useState(filters)
  const [seen, setSeen] = useState({ filters, ask: lastAsk })
  const isOwn = asked?.by === by && asked.number > seen.ask
  if (isOwn || !isSame(filters, seen.filters)) {
    setSeen({ filters, ask: isOwn ? asked.number : seen.ask })
    if (!isOwn) setDraft(filters)
  }
  return { draft, setDraft, ask: () => nextAsk(by) }
}

/** History entries outlive a page load, so a number alone would not name one form. */
function nameOfForm(): string {
  lastForm += 1
  return `${performance.timeOrigin}.${lastForm}`
}

function nextAsk(by: string): FilterAsk {
  lastAsk += 1
  return { by, number: lastAsk }
}

function readAsk(state: unknown): FilterAsk | undefined {
  return (state as { asked?: FilterAsk } | null)?.asked
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)
