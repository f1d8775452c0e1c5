import { type Ref, useCallback, useRef } from 'react'

/** A field's own ref to its input, beside the ref of the field's user. */
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
