import { type RefObject, useLayoutEffect, useState } from 'react'

const GAP_PX = 4

/** All widths are in pixels. If some items do not fit, the *More* button needs `more` pixels as well. */
export function countFitting(
  widths: readonly number[],
  { room, more }: { room: number; more: number },
): number {
  if (room === 0) return widths.length
  const needed = widths.reduce((sum, width) => sum + width + GAP_PX, -GAP_PX)
  if (needed <= room) return widths.length
  let left = room - more
  const firstTooMany = widths.findIndex((width) => {
    left -= width + GAP_PX
    return left < 0
  })
  return firstTooMany
}

interface Row {
  place: RefObject<HTMLElement | null>
  row: RefObject<HTMLElement | null>
  more: RefObject<HTMLElement | null>
}

export function useFittingCount({ place, row, more }: Row, names: string): number {
  const [count, setCount] = useState(Number.POSITIVE_INFINITY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: children depend on names, *More* on the count
  useLayoutEffect(() => {
    const measure = () => {
      const widths = [...(row.current?.children ?? [])].map((child) => child.getBoundingClientRect().width)
      const room = place.current?.clientWidth ?? 0
      setCount(countFitting(widths, { room, more: more.current?.offsetWidth ?? 0 }))
    }
    measure()
    if (!globalThis.ResizeObserver) return
    const observer = new ResizeObserver(measure)
    for (const element of [place.current, ...(row.current?.children ?? [])]) {
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [names, count, place, row, more])
  return count
}
