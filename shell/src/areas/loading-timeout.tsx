import { type ReactNode, useEffect, useState } from 'react'

const TIMEOUT_MS = 5_000

interface LoadingTimeoutProps {
  loading: ReactNode
  over: ReactNode
  onOver: () => void
}

/**
 * What stands in the place of something that is being fetched: `loading` at first and, when that hangs, the card
 * with *Try again*. What arrives late after all still takes its place.
 */
export function LoadingTimeout({ loading, over, onOver }: LoadingTimeoutProps) {
  const [isOver, setIsOver] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is over once
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsOver(true)
      onOver()
    }, TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver ? over : loading
}
