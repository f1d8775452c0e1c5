import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns the focus when the focused message disappears. Removed elements fire no event, so `onLeft` reports
 * the end. Returns the `onFocus` handler.
 */
export function useFocusBack(box: RefObject<HTMLElement | null>, shown: unknown, onLeft: () => void) {
  const from = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the messages change
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (from.current && (activeElement === body || activeElement === null)) from.current.focus()
    if (!box.current?.contains(document.activeElement)) from.current = null
    if (!box.current?.matches(':hover, :focus-within')) onLeft()
  }, [shown])
  return ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      from.current = relatedTarget
  }
}
