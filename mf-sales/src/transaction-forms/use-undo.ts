import { type NoticeAction, newKey, notify, type OutboxEntry, outbox } from '@mms/sdk'
import { useEffect, useState } from 'react'
import { WITHDRAWAL_PATH } from '../paths.ts'
import { isUndoable, type Undoable, undo } from '../transactions/undo.ts'
import { endOffer, undoSignal } from '../transactions/undone.ts'
import { isTransaction } from './submission.ts'

/** What undoes the last transaction recorded here; the key before Z is held, so no field types anything. */
export const undoKey = 'Alt+Z'

const isUndoKey = ({ code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  code === 'KeyZ' && altKey && !ctrlKey && !metaKey && !shiftKey

type OutboxChange = Parameters<Parameters<typeof outbox.onChange>[0]>[0]

/** What was recorded here: `what` is known once the server has it. */
interface Recorded {
  key: string
  title: string
  /** When it was recorded here, ISO 8601: after a reload the answers may come in another order. */
  at: string
  what?: Undoable
  /** It is to be undone as soon as it is recorded. */
  isToBeUndone?: boolean
  /** Its undo is on its way, done or refused. */
  isTaken?: boolean
  /** Another tab has recorded it, so that it cannot be undone from here. */
  isElsewhere?: boolean
  isRefused?: boolean
}

/** It left the storage both share, and not because it was refused or taken back. */
const wasRecordedElsewhere = ({ entry, before, elsewhere }: OutboxChange): boolean =>
  elsewhere && !entry && before !== null && before.state !== 'refused' && before.withdrawal === undefined

/**
 * No try of it has failed: it is sent at this moment, also when the form waits no longer, or the server has it. Its outcome
 * comes to this tab.
 */
const isOnItsWay = ({ state, attempts }: OutboxEntry): boolean =>
  state === 'sending' || state === 'accepted' || (state === 'waiting' && attempts === 0)

/**
 * The message about something recorded offers its undo, and one key undoes what was recorded last, then what was
 * recorded before it. What is on its way to the server is what was recorded last, too: it is undone when it arrives, and
 * never the one before in its place. What waits to be sent is discarded, and after a refusal the key asks first. The focus
 * stays where it is.
 */
export function useUndo(): void {
  const [list] = useState(createUndoList)
  useEffect(() => {
    const endFollow = outbox.onChange(list.follow)
    const endOffer = outbox.offer(list.offer)
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      if (!event.repeat) list.undoLast()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      endFollow()
      endOffer()
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [list])
}

const byOther = ({ title }: Recorded) => `${title}. Undo it there or in the history.`

/** Adds it at its place: oldest first. */
function insert(all: Recorded[], { key, title, at }: OutboxEntry): Recorded {
  const recorded: Recorded = { key, title, at }
  const before = all.findLastIndex((one) => one.at <= at)
  all.splice(before + 1, 0, recorded)
  return recorded
}

/** Once after each refusal: who presses the key may mean what was refused, and not the one before it. */
function asksAfterRefusal(all: Recorded[], last: Recorded): boolean {
  const refused = all.findLast(({ isRefused }) => isRefused)
  if (!refused) return false
  refused.isRefused = false
  if (refused.at < last.at) return false
  notify.info(`Not recorded: ${refused.title}`, `${undoKey} again to undo ${last.title}`)
  return true
}

async function discard(one: Recorded): Promise<void> {
  one.isTaken = true
  const { status } = await outbox.withdraw(one.key, WITHDRAWAL_PATH)
  if (status === 'waiting') notify.info('Discarded as soon as the server answers', one.title)
  one.isTaken = status !== 'unknown'
}

function createUndoList() {
  const all: Recorded[] = []
  const take = (one: Recorded) => {
    if (!one.isTaken) void send(one)
  }
  const send = async (one: Recorded) => {
    const { what } = one
    if (!what) return
    one.isTaken = true
    endOffer(what.id)
    // Without an answer it is the last one again, under its key: the next press means this, and not the one before it.
    one.isTaken = await undo(what, () => void send(one))
    if (!one.isTaken) watch(one, what.id)
  }
  /** What is undone elsewhere is not undone here: the key means the one before it. */
  const watch = (one: Recorded, id: string): AbortSignal => {
    const signal = undoSignal(id)
    signal.addEventListener('abort', () => {
      one.isTaken = true
    })
    return signal
  }
  const offerOf = (one: Recorded, id: string): NoticeAction => ({
    label: 'Undo',
    run: () => take(one),
    signal: watch(one, id),
  })
  /** Neither refused nor taken back. */
  const canBeUndone = (one: Recorded) =>
    !one.isTaken &&
    (one.what !== undefined || one.isElsewhere || (outbox.find(one.key)?.state ?? 'refused') !== 'refused')

  return {
    follow(change: OutboxChange): void {
      const { key, entry, before, elsewhere } = change
      const one = all.find((other) => other.key === key)
      if (one && wasRecordedElsewhere(change)) {
        one.isElsewhere = true
        if (one.isToBeUndone) notify.error('Not undone: another tab has recorded it', byOther(one))
        one.isToBeUndone = false
      }
      if (!entry || !isTransaction(entry)) return
      // A corrected one begins as stopped, until its first version is taken back.
      if (!one && !before && !elsewhere && !entry.withdrawal) insert(all, entry)
      if (one && entry.state === 'refused' && !entry.withdrawal) one.isRefused = true
      if (!one?.isToBeUndone || isOnItsWay(entry)) return
      one.isToBeUndone = false
      if (entry.state !== 'refused') notify.error('Not undone: it waits to be recorded', entry.title)
    },
    offer(entry: OutboxEntry, answer: Record<string, unknown>): NoticeAction | undefined {
      if (!isTransaction(entry) || !isUndoable(answer)) return undefined
      const recorded = all.find(({ key }) => key === entry.key) ?? insert(all, entry)
      const { title, userId, body } = entry
      recorded.what = { id: answer._id, userId, title, medicineIds: [body.medicineId], key: newKey() }
      if (!recorded.isToBeUndone) return offerOf(recorded, answer._id)
      take(recorded)
      return undefined
    },
    undoLast(): void {
      const last = all.findLast((one) => !one.isToBeUndone && canBeUndone(one))
      const entry = last && outbox.find(last.key)
      if (last && asksAfterRefusal(all, last)) return
      if (!last) notify.info('Nothing to undo', 'What was recorded earlier is undone in the history.')
      else if (last.what) take(last)
      else if (last.isElsewhere) notify.info('Recorded by another tab', byOther(last))
      else if (entry && isOnItsWay(entry)) last.isToBeUndone = true
      else void discard(last)
    },
  }
}
