import type { SuiteEvents } from '@mms/contracts'

export type { SuiteEvents }
export type EventName = keyof SuiteEvents
type Listener<Name extends EventName> = (detail: SuiteEvents[Name]) => void

const target = new EventTarget()
const otherTabs = new BroadcastChannel('mms-events')

/** Typed events between areas in one tab. Names are facts in the past tense; domains declare them in `SuiteEvents`. */
export const events = {
  emit<Name extends EventName>(name: Name, detail: SuiteEvents[Name]): void {
    target.dispatchEvent(new CustomEvent(name, { detail }))
    otherTabs.postMessage(name)
  },
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const handle = (event: Event) => listener((event as CustomEvent<SuiteEvents[Name]>).detail)
    target.addEventListener(name, handle)
    return () => target.removeEventListener(name, handle)
  },
}

/** Calls `listener` after an event in any tab of this browser. Returns a function to unsubscribe. */
export function onInAllTabs(name: EventName, listener: () => void): () => void {
  const onMessage = ({ data }: MessageEvent<EventName>) => {
    if (data === name) listener()
  }
  otherTabs.addEventListener('message', onMessage)
  const stop = events.on(name, listener)
  return () => {
    otherTabs.removeEventListener('message', onMessage)
    stop()
  }
}
