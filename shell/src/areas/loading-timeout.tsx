import { type ReactNode, useEffect, useState } from 'react'

const TIMEOUT_MS = 5_000

interface LoadingTimeoutProps {
  loading: ReactNode
  over: ReactNode
  onOver: () => void
}

/** Shows `loading`, then the card with *Try again* if it hangs. Late content still replaces both. */
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
