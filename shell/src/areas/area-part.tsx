import { AREA_CHANGED, type SlotName } from '@mms/contracts'
import type { AreaDefinition, LoadComponent } from '@mms/sdk'
import { PageLoader } from '@mms/ui'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ignoreProblem, noteProblem, noteView } from '../notes/notes.ts'
import { AreaProblem } from './area-problem.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { forgetArea, loadArea, prepareArea, provideArea, renewPart } from './load-area.ts'
import { type KnownArea, refreshRegistry, useRegistry } from './registry.ts'

interface AreaPartProps {
  area: KnownArea
  part: string
  loading?: ReactNode
  problem?: ReactNode
}

/** Contains every failure of an area's component, including loading. A later registry read retries it. */
export function AreaPart({ area, part, loading = <PageLoader />, problem }: AreaPartProps) {
  const [attempt, setAttempt] = useState(0)
  const waits = useRef<number[]>([])
  const missing = useRef(false)
  /** Failed automatic retries are not reported, because one tab would count as many users. */
  const bySelf = useRef(false)
  // A failed lazy component never recovers, so each attempt creates a new one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: area and part never change for a mounted component
  const Component = useMemo(() => lazy(() => load()), [attempt])
  const load = async () => {
    try {
      return await loadPart(area, part)
    } catch (error) {
      missing.current = true
      if (bySelf.current) ignoreProblem(error)
      else noteProblem('load', error, area)
      throw error
    }
  }
  useChangedArea(area.name, () => setAttempt((count) => count + 1))
  const tryAgain = async (isBySelf: boolean) => {
    missing.current = false
    bySelf.current = isBySelf
    forgetArea(area.name)
    if (!isBySelf) await refreshRegistry()
    await renewPart(area.name, part)
    setAttempt((count) => count + 1)
  }
  const retry = () => tryAgain(false)
  useRegistryRead(() => {
    if (missing.current) void tryAgain(true)
  })
  const fallback = problem === undefined ? <AreaProblem area={area} onRetry={retry} waits={waits} /> : problem
  const isShown = area.manifest !== null && area.mismatch === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each part once
  useEffect(() => {
    if (isShown) noteView(area)
  }, [isShown])
  if (!isShown) return fallback
  return (
    <ErrorBoundary key={attempt} fallback={fallback} area={area}>
      <Suspense
        fallback={
          <LoadingTimeout
            loading={loading}
            over={fallback}
            onOver={() => bySelf.current || noteProblem('load', undefined, area)}
          />
        }
      >
        <Component />
      </Suspense>
    </ErrorBoundary>
  )
}

async function loadPart(area: KnownArea, part: string): Promise<{ default: ComponentType }> {
  prepareArea(area, part)
  const load = findPart(await loadArea(area.name), part)
  if (!load) throw new Error(`${area.name} has no such part`)
  return { default: await load() }
}

const findPart = ({ routes, widgets }: AreaDefinition, part: string): LoadComponent | undefined =>
  routes.find(({ path }) => path === part)?.load ?? widgets?.[part as SlotName]

const TIMEOUT_MS = 5_000

interface LoadingTimeoutProps {
  loading: ReactNode
  over: ReactNode
  onOver: () => void
}

/** Shows `loading`, then a card with *Try again* if it takes too long. The content replaces both. */
function LoadingTimeout({ loading, over, onOver }: LoadingTimeoutProps) {
  const [isOver, setIsOver] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per load
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsOver(true)
      onOver()
    }, TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver ? over : loading
}

function useChangedArea(name: string, onChange: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every version of the callback does the same
  useEffect(() => {
    const follow = (event: Event) => {
      const { detail } = event as CustomEvent<AreaDefinition>
      if (detail.name !== name) return
      provideArea(detail)
      onChange()
    }
    window.addEventListener(AREA_CHANGED, follow)
    return () => window.removeEventListener(AREA_CHANGED, follow)
  }, [name])
}

function useRegistryRead(act: () => void): void {
  const readAt = useRegistry((registry) => registry.readAt)
  const seen = useRef(readAt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per registry read
  useEffect(() => {
    if (seen.current === readAt) return
    seen.current = readAt
    act()
  }, [readAt])
}

export function useAreasOfSlot(slot: SlotName): KnownArea[] {
  const areas = useRegistry((registry) => registry.areas)
  return areas
    .filter(({ manifest }) => !manifest || manifest.slots.includes(slot))
    .sort((a, b) => placeOf(a) - placeOf(b))
}

function placeOf({ manifest }: KnownArea): number {
  return (
    manifest?.order ?? Math.min(Number.POSITIVE_INFINITY, ...(manifest?.nav.map((item) => item.order) ?? []))
  )
}
