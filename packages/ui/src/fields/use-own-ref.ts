import { type Ref, useCallback, useRef } from 'react'

/** A field's own hold on its input, which whoever uses the field may hold as well. */
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
