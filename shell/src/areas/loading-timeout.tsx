import { type ReactNode, useEffect, useState } from 'react'

const TIMEOUT_MS = 5_000

/**
 * What stands in the place of something that is being fetched: `loading` at first and, when that hangs, the card
 * with *Try again*. What arrives late after all still takes its place.
 */
export function LoadingTimeout({ loading, over }: { loading: ReactNode; over: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver ? over : loading
}
