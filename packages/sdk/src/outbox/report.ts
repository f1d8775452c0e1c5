import { type NoticeAction, notify } from '../notices/notify.ts'
import { events, type SuiteEvents } from '../refetch/events.ts'
import { session } from '../session/session.ts'
import type { OutboxEntry } from './entry.ts'

export type MakeOffer = (entry: OutboxEntry, answer: Record<string, unknown>) => NoticeAction | undefined

export type ShowsEntry = (entry: OutboxEntry) => boolean

const offers = new Set<MakeOffer>()
const shown = new Set<ShowsEntry>()

function register<Listener>(all: Set<Listener>, listener: Listener): () => void {
  all.add(listener)
  return () => all.delete(listener)
}

export const addOffer = (make: MakeOffer) => register(offers, make)

export const addShowsEntry = (shows: ShowsEntry) => register(shown, shows)

export function announce({ announces }: OutboxEntry): void {
  if (announces) events.emit(announces.event, announces.detail as SuiteEvents[typeof announces.event])
}

/** Another user may have signed in before the answer arrived. */
const isOwnerHere = ({ userId }: OutboxEntry) => session.get().user?.id === userId

export function reportDone(entry: OutboxEntry, answer: Record<string, unknown>): void {
  if (!isOwnerHere(entry)) return
  const text = entry.successText.replace(/\{(\w+)\}/g, (_, field: string) => String(answer[field] ?? ''))
  let action: NoticeAction | undefined
  for (const make of offers) action ??= make(entry, answer)
  notify.success(entry.title, text, action)
}

export function reportDiscarded(entry: OutboxEntry): void {
  if (isOwnerHere(entry)) notify.success(entry.title, 'Discarded: it is not recorded')
}

export function reportTrouble(entry: OutboxEntry, text: string): void {
  if (isOwnerHere(entry) && ![...shown].some((shows) => shows(entry))) notify.error(text, entry.title)
}
