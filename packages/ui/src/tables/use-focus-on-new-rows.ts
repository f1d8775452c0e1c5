import { useEffect, useRef } from 'react'

/**
 * Moves focus to the top of a list when another page loads, or when the focused row disappears. Unchanged
 * `rows` must keep their identity, `after` is the page's start, and `stale` rows are those of the previous
 * page.
 */
export function useFocusOnNewRows(rows: readonly unknown[], after: string, stale: boolean) {
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef({ rows, after })
  const hadFocus = top.current?.contains(document.activeElement) ?? false
  useEffect(() => {
    if (stale || shown.current.rows === rows) return
    const isLost = document.activeElement === document.body
    const isTurned = shown.current.after !== after && (hadFocus || isLost)
    const isRowGone = shown.current.rows.length > rows.length
    shown.current = { rows, after }
    if (isTurned) top.current?.scrollIntoView?.({ block: 'start' })
    if (isTurned || (isLost && (hadFocus || isRowGone))) top.current?.focus({ preventScroll: true })
  }, [rows, after, stale, hadFocus])
  return top
}
