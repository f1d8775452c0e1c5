import { billServer } from './api.ts'
import { type Journal, onJournalChange, openJournal } from './journal.ts'
import { sendWaitingBills } from './sender.ts'

const FIRST_BACKOFF_MS = 1_000
const LONGEST_BACKOFF_MS = 15_000
const SENDER = 'mms-bills-sender'
const ASKER = 'mms-bills-asker'

let opening: Promise<Journal> | undefined

/** Pages of a tab share one connection to the journal. */
export function openJournalOnce(): Promise<Journal> {
  opening ??= openJournal().catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

/** Without Web Locks (plain http), two tabs may send the same bill. The server books it once. */
const locked = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, run) : run()

/** Holds a lock while `work` runs, so that other tabs do not ask the user about this bill. */
export const withAskerLock = <T>(work: () => Promise<T>): Promise<T> => locked(ASKER, work)

/** Sends handed-over bills until none is left, whoever is signed in. Returns a function that stops it. */
export function keepSendingBills(journal: Journal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isRunning = false
  let isChanged = false
  let isStopped = false

  const send = async () => {
    clearTimeout(timer)
    timer = undefined
    if (isRunning || isStopped) return
    isRunning = true
    isChanged = false
    const isAllSent = await locked(SENDER, () => sendWaitingBills({ journal, server: billServer })).catch(
      () => false,
    )
    isRunning = false
    failures = isAllSent ? 0 : failures + 1
    const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 5))
    if (isStopped) return
    if (!isAllSent) timer = setTimeout(run, backoff * (0.5 + Math.random() / 2))
    else if (isChanged) run()
  }
  const run = () => void send()
  const onChange = () => {
    isChanged = true
    if (timer === undefined) run()
  }
  const unfollow = onJournalChange(onChange)
  window.addEventListener('online', run)
  run()
  return () => {
    isStopped = true
    clearTimeout(timer)
    unfollow()
    window.removeEventListener('online', run)
  }
}
