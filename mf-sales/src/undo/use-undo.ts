import { type NoticeAction, newKey, notify, type OutboxEntry, outbox } from '@mms/sdk'
import { useEffect, useState } from 'react'
import { isTransaction } from '../draft/submission.ts'
import { useShortcut } from '../draft/use-shortcut.ts'
import { WITHDRAWAL_PATH } from '../paths.ts'
import {
  endUndoOffer,
  isUndoable,
  type UndoRequest,
  undoSignal,
  undoTransaction,
} from '../transactions/undo.ts'
import * as sharedWords from '../words/shared.ts'
import * as words from '../words/undo.ts'

/** Alt+Z types no letter, so it works while a field has the focus. */
export const undoKey = sharedWords.altZ

const isUndoKey = ({ code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  code === 'KeyZ' && altKey && !ctrlKey && !metaKey && !shiftKey

type OutboxChange = Parameters<Parameters<typeof outbox.onChange>[0]>[0]

interface Recorded {
  key: string
  title: string
  /** ISO 8601. Orders the list, because answers may arrive in another order after a reload. */
  at: string
  what?: UndoRequest
  isToBeUndone?: boolean
  isTaken?: boolean
  /** Another tab recorded it, so it cannot be undone here. */
  isElsewhere?: boolean
  isRefused?: boolean
}

const wasRecordedElsewhere = ({ entry, before, elsewhere }: OutboxChange): boolean =>
  elsewhere && !entry && before !== null && before.state !== 'refused' && before.withdrawal === undefined

/** True if no attempt has failed yet. Its result will then reach this tab, even if the form has moved on. */
const isOnItsWay = ({ state, attempts }: OutboxEntry): boolean =>
  state === 'sending' || state === 'accepted' || (state === 'waiting' && attempts === 0)

/**
 * Undoes the last transaction first. One that is being sent is undone when it is recorded; it is never
 * skipped. One that waits is discarded. After a refusal the key asks first, because the user may mean the
 * refused transaction. `problem` is the refusal shown in the form.
 */
export function useUndoKey(problem: string | null): void {
  const [list] = useState(createUndoList)
  useEffect(() => list.showProblem(problem), [list, problem])
  useShortcut(isUndoKey, ({ repeat }) => {
    if (!repeat) list.undoLast()
  })
  useEffect(() => {
    const endFollow = outbox.onChange(list.follow)
    const endOffer = outbox.offer(list.offer)
    return () => {
      endFollow()
      endOffer()
    }
  }, [list])
}

const byOther = ({ title }: Recorded) => words.undoThere(title)

function insert(all: Recorded[], { key, title, at }: OutboxEntry): Recorded {
  const recorded: Recorded = { key, title, at }
  const before = all.findLastIndex((one) => one.at <= at)
  all.splice(before + 1, 0, recorded)
  return recorded
}

/** Returns the title of a transaction refused after `last`. Each refusal is returned once. */
function takeRefused(all: Recorded[], last: Recorded): string | undefined {
  const refused = all.findLast(({ isRefused }) => isRefused)
  if (!refused) return undefined
  refused.isRefused = false
  return refused.at < last.at ? undefined : refused.title
}

async function discard(one: Recorded): Promise<void> {
  one.isTaken = true
  const { status } = await outbox.withdraw(one.key, WITHDRAWAL_PATH)
  if (status === 'waiting') notify.info(words.discardedLater, one.title)
  one.isTaken = status !== 'unknown'
}

const canBeUndone = (one: Recorded): boolean =>
  !one.isTaken &&
  (one.what !== undefined || one.isElsewhere || (outbox.find(one.key)?.state ?? 'refused') !== 'refused')

const askFirst = (refused: string, { title }: Recorded) =>
  notify.info(words.notRecorded(refused), words.againToUndo(undoKey, title))

/** Notices if `id` is undone elsewhere, for instance in the history. */
function watch(one: Recorded, id: string): AbortSignal {
  const signal = undoSignal(id)
  signal.addEventListener('abort', () => {
    one.isTaken = true
  })
  return signal
}

function createUndoList() {
  const all: Recorded[] = []
  let isProblemNew = false
  const take = (one: Recorded) => {
    if (!one.isTaken) void send(one)
  }
  const send = async (one: Recorded) => {
    const { what } = one
    if (!what) return
    one.isTaken = true
    endUndoOffer(what.id)
    // If the server does not answer, pressing the key again retries under the same key.
    one.isTaken = await undoTransaction(what, () => void send(one))
    if (!one.isTaken) watch(one, what.id)
  }
  const offerOf = (one: Recorded, id: string): NoticeAction => ({
    label: sharedWords.undo,
    run: () => take(one),
    signal: watch(one, id),
  })

  return {
    showProblem(problem: string | null): void {
      isProblemNew = problem !== null
    },
    follow(change: OutboxChange): void {
      const { key, entry, before, elsewhere } = change
      const one = all.find((other) => other.key === key)
      if (one && wasRecordedElsewhere(change)) {
        one.isElsewhere = true
        if (one.isToBeUndone) notify.error(words.recordedElsewhere, byOther(one))
        one.isToBeUndone = false
      }
      if (!entry || !isTransaction(entry)) return
      // A correction waits in state `stopped` until its first version is withdrawn.
      if (!one && !before && !elsewhere && !entry.withdrawal) insert(all, entry)
      if (one && entry.state === 'refused' && !entry.withdrawal) one.isRefused = true
      if (!one?.isToBeUndone || isOnItsWay(entry)) return
      one.isToBeUndone = false
      if (entry.state !== 'refused') notify.error(words.notUndoneWaiting, entry.title)
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
      const refused = (last && takeRefused(all, last)) ?? (isProblemNew ? words.entryInForm : undefined)
      isProblemNew = false
      if (last && refused !== undefined) return void askFirst(refused, last)
      if (!last) notify.info(words.nothingToUndo, words.undoInHistory)
      else if (last.what) take(last)
      else if (last.isElsewhere) notify.info(words.recordedByOtherTab, byOther(last))
      else if (entry && isOnItsWay(entry)) last.isToBeUndone = true
      else void discard(last)
    },
  }
}
