import type { SuiteEvents } from '@mms/contracts'
import { useEffect, useEffectEvent } from 'react'

export type { SuiteEvents }
export type EventName = keyof SuiteEvents
type Listener<Name extends EventName> = (detail: SuiteEvents[Name]) => void

const target = new EventTarget()

/** Typed events between areas in one tab. Names are facts in the past tense; domains declare them in `SuiteEvents`. */
export const events = {
  emit<Name extends EventName>(name: Name, detail: SuiteEvents[Name]): void {
    target.dispatchEvent(new CustomEvent(name, { detail }))
  },
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const handle = (event: Event) => listener((event as CustomEvent<SuiteEvents[Name]>).detail)
    target.addEventListener(name, handle)
    return () => target.removeEventListener(name, handle)
  },
}

/** Listens to an event while the component is mounted. */
export function useSuiteEvent<Name extends EventName>(name: Name, listener: Listener<Name>): void {
  const latest = useEffectEvent(listener)
  useEffect(() => events.on(name, (detail) => latest(detail)), [name])
}

/** Listens to several events while the component is mounted. */
export function useSuiteEvents(names: readonly EventName[], listener: () => void): void {
  const latest = useEffectEvent(listener)
  const joined = names.join(' ')
  useEffect(() => {
    const stops = joined.split(' ').map((name) => events.on(name as EventName, () => latest()))
    return () => {
      for (const stop of stops) stop()
    }
  }, [joined])
}
