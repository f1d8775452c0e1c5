import { useConnection } from '@mms/sdk'
import { Alert, Button, ProblemCard } from '@mms/ui'
import { type RefObject, useEffect, useState } from 'react'
import { type KnownArea, loadLeftOutAreas } from './registry.ts'

interface AreaProblemProps {
  area: KnownArea
  onRetry: () => Promise<void>
  waits: RefObject<number[]>
}

/** Several waits, because the first requests on a restored connection often fail. */
const WAITS_MS = [1_000, 3_000, 10_000]

/** Shown instead of a failed area: reason, owner and *Try again*. Offline it waits for the connection. */
export function AreaProblem({ area, onRetry, waits }: AreaProblemProps) {
  const [retrying, setRetrying] = useState(false)
  const isOffline = useConnection().status === 'disconnected'
  const retry = async () => {
    setRetrying(true)
    await onRetry()
    setRetrying(false)
  }
  const comeBack = () => {
    waits.current = [...WAITS_MS]
    return retry()
  }
  useOnceConnected(isOffline, comeBack)
  useFurtherTry(isOffline, waits, retry)
  if (area.mismatch === 'left out') {
    return (
      <Alert
        title={`${titleOf(area)} is left out`}
        actions={<Button onClick={loadLeftOutAreas}>Load it</Button>}
      >
        You opened this page without it. Everything else works.
      </Alert>
    )
  }
  if (isOffline) {
    return (
      <ProblemCard title="No connection" onRetry={retry} retrying={retrying}>
        {titleOf(area)} has not been opened on this device yet. It appears as soon as the server can be
        reached.
      </ProblemCard>
    )
  }
  return (
    <ProblemCard title={`${titleOf(area)} is not available`} onRetry={retry} retrying={retrying}>
      {reasonOf(area)}
    </ProblemCard>
  )
}

function useOnceConnected(isOffline: boolean, act: () => Promise<void>): void {
  const [wasOffline, setWasOffline] = useState(isOffline)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per reconnection
  useEffect(() => {
    if (wasOffline && !isOffline) void act()
    setWasOffline(isOffline)
  }, [isOffline])
}

function useFurtherTry(isOffline: boolean, waits: RefObject<number[]>, act: () => Promise<void>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per failure, which mounts its own card
  useEffect(() => {
    const wait = isOffline ? undefined : waits.current.shift()
    if (wait === undefined) return
    const timer = setTimeout(() => void act(), wait)
    return () => clearTimeout(timer)
  }, [])
}

export function titleOf({ name, manifest }: Pick<KnownArea, 'name' | 'manifest'>): string {
  return manifest?.title ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
}

function reasonOf({ manifest, mismatch }: KnownArea): string {
  if (mismatch && mismatch !== 'left out') {
    return `It needs version ${mismatch.required} of ${mismatch.package}, and this page has ${mismatch.present}. The page must be updated first.`
  }
  const advice = manifest ? ` If it does not come back, please tell ${manifest.owner}.` : ''
  return `It could not be loaded. Everything else works.${advice}`
}
