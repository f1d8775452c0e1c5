import { useEffect, useRef } from 'react'
import { useRegistry } from './registry.ts'

export function useRegistryRead(act: () => void): void {
  const readAt = useRegistry((registry) => registry.readAt)
  const seen = useRef(readAt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is read
  useEffect(() => {
    if (seen.current === readAt) return
    seen.current = readAt
    act()
  }, [readAt])
}
