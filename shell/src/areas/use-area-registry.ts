import { useEffect } from 'react'
import { isRegistryFresh, refreshRegistry, useRegistry } from './registry.ts'

const INTERVAL_MS = 60_000
const RETRY_MS = 10_000

export function useAreaRegistry(): void {
  const failed = useRegistry((registry) => registry.status === 'failed')
  useEffect(() => {
    if (!isRegistryFresh()) void refreshRegistry()
    const onVisible = () => {
      if (document.visibilityState === 'visible') void refreshRegistry()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
  useEffect(() => {
    const timer = setInterval(() => void refreshRegistry(), failed ? RETRY_MS : INTERVAL_MS)
    return () => clearInterval(timer)
  }, [failed])
}
