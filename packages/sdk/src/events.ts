import { useEffect, useEffectEvent } from 'react'

/** What areas tell each other. Facts in the past tense, small, and without need of an answer. */
export interface SuiteEvents {
  /** Medicines or their stock were changed in this tab; lists and counts that show them are out of date. */
  'medicines-changed': { medicineIds: string[] }
  /** Alerts were made, read or resolved in this tab. */
  'alerts-changed': Record<never, never>
}

type EventName = keyof SuiteEvents
type Listener<Name extends EventName> = (detail: SuiteEvents[Name]) => void

const target = new EventTarget()

/** Typed events between areas of one tab. `events.emit('medicines-changed', { medicineIds: [id] })` */
export const events = {
  emit<Name extends EventName>(name: Name, detail: SuiteEvents[Name]): void {
    target.dispatchEvent(new CustomEvent(name, { detail }))
  },
  /** Answers the function that stops listening. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const handle = (event: Event) => listener((event as CustomEvent<SuiteEvents[Name]>).detail)
    target.addEventListener(name, handle)
    return () => target.removeEventListener(name, handle)
  },
}

/** Listens while the component is on the page. `useSuiteEvent('medicines-changed', () => refetch())` */
export function useSuiteEvent<Name extends EventName>(name: Name, listener: Listener<Name>): void {
  const latest = useEffectEvent(listener)
  useEffect(() => events.on(name, (detail) => latest(detail)), [name])
}
