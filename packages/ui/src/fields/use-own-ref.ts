import { type Ref, useCallback, useRef } from 'react'

/** Returns the field's own ref and a callback ref that sets both it and `outer`. */
export function useOwnRef(outer: Ref<HTMLInputElement> | undefined) {
  const field = useRef<HTMLInputElement>(null)
  const set = useCallback(
    (element: HTMLInputElement | null) => {
      field.current = element
      if (typeof outer === 'function') outer(element)
      else if (outer) outer.current = element
    },
    [outer],
  )
  return [field, set] as const
}
