import { useEffect, useRef } from 'react'

/**
 * For the element around a paged list (`tabIndex={-1}`): another page begins at its top, with the keyboard too, and
 * when what had the focus goes with a new answer, the focus goes there instead of getting lost. `rows` keep their
 * identity while they are the same; `after` says where the page starts; `stale` rows are those of the page before.
 *
 * ```tsx
 * const top = useFocusOnNewRows(medicines, after, isPlaceholderData)
 * return <Card ref={top} role="region" aria-label="List of medicines" tabIndex={-1}>…</Card>
 * ```
 */
export function useFocusOnNewRows(rows: readonly unknown[], after: string, stale: boolean) {
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef({ rows, after })
  // Read before these rows replace what has the focus.
  const hadFocus = top.current?.contains(document.activeElement) ?? false
  useEffect(() => {
    if (stale || shown.current.rows === rows) return
    const isLost = document.activeElement === document.body
    // who works in the filters above is left there
    const isTurned = shown.current.after !== after && (hadFocus || isLost)
    const isRowGone = shown.current.rows.length > rows.length
    shown.current = { rows, after }
    if (isTurned) top.current?.scrollIntoView?.({ block: 'start' })
    if (isTurned || (isLost && (hadFocus || isRowGone))) top.current?.focus({ preventScroll: true })
  }, [rows, after, stale, hadFocus])
  return top
}
