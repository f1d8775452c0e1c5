import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The focus goes back to where it came from when the message that had it is gone; `onLeft` is called when no message is
 * held any more (an element that is removed has no event). Returns the handler of `onFocus`.
 */
export function useFocusBack(box: RefObject<HTMLElement | null>, shown: unknown, onLeft: () => void) {
  const from = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other messages are shown
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
