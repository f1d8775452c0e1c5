import { financialYearOf, previousFinancialYearOf, type ShownBillSettings } from '@mms/contracts'
import { ApiError, storeToday, useSession } from '@mms/sdk'
import { useEffect, useState } from 'react'
import { type OwnCounter, readOwnCounter } from '../own-counter.ts'
import * as words from '../words/bills.ts'
import { fetchBillSettings, fetchOwnNumbers, useNewestDrawer } from './api.ts'
import { type Journal, type JournalBill, onJournalChange } from './journal.ts'
import { keepSendingBills, openJournalOnce } from './keep-sending.ts'

export interface Desk {
  journal: Journal
  counter: OwnCounter
  settings: ShownBillSettings
  refreshSettings: () => Promise<ShownBillSettings>
  /** Updates the journal with the numbers that the server has for this counter. */
  followServer: () => Promise<void>
}

export type DeskState =
  | { status: 'loading' }
  | { status: 'unregistered' }
  /** The server did not answer, and this browser has no stored settings. */
  | { status: 'failed'; error: unknown }
  | { status: 'ready'; desk: Desk; problem: string | undefined }

/** Synchronises numbers. Returns the reason why this browser may not sell, if the server gives one. */
async function follow(journal: Journal, counter: OwnCounter): Promise<string | undefined> {
  const followYear = async (year: string) => {
    const highest = await journal.highest(counter._id, year)
    const numbers = await fetchOwnNumbers(counter, { highest, year })
    await journal.follow(counter._id, year, numbers)
    return numbers.closedAt === null ? undefined : words.counterIsClosed(counter.code)
  }
  try {
    // After 31 March the server may still lack bills of the previous year.
    const years = [financialYearOf(storeToday()), previousFinancialYearOf(storeToday())]
    const [problem] = await Promise.all(years.map(followYear))
    return problem
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.problem?.code === 'sales.counter_not_found'
    return isUnknown ? words.unknownCounter : undefined
  }
}

/** Opens the counter: journal and settings. Works offline once settings are stored. */
export function useDesk(): DeskState {
  const [state, setState] = useState<DeskState>({ status: 'loading' })
  useEffect(() => {
    let isClosed = false
    const show = (next: DeskState) => isClosed || setState(next)
    const openDesk = async () => {
      const [journal, counter] = await Promise.all([openJournalOnce(), readOwnCounter()])
      if (!counter) return show({ status: 'unregistered' })
      void journal.prune()
      const refreshSettings = async () => {
        const settings = await fetchBillSettings()
        await journal.keepSettings(settings)
        setState((now) => (now.status === 'ready' ? { ...now, desk: { ...now.desk, settings } } : now))
        return settings
      }
      const fresh = refreshSettings()
      fresh.catch(() => {})
      const problem = await follow(journal, counter)
      const settings = (await journal.settings()) ?? (await fresh)
      const followServer = async () => void (await follow(journal, counter))
      show({ status: 'ready', desk: { journal, counter, settings, refreshSettings, followServer }, problem })
    }
    openDesk().catch((error: unknown) => show({ status: 'failed', error }))
    return () => {
      isClosed = true
    }
  }, [])
  return state
}

/** Sends bills and drawer requests from New bill, whose own code must do it offline too. */
export function useDeskSending(state: DeskState): void {
  const token = useSession(({ token }) => token)
  const journal = state.status === 'ready' ? state.desk.journal : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token may be accepted
  useEffect(() => journal && keepSendingBills(journal), [journal, token])
}

/** Entries of the journal, read again after each change. */
function useJournalList<Item>(read: () => Promise<readonly Item[]>): readonly Item[] {
  const [list, setList] = useState<readonly Item[]>([])
  useEffect(() => {
    const show = () => void read().then(setList)
    show()
    return onJournalChange(show)
  }, [read])
  return list
}

/** Handed-over bills that are not sent yet. */
export const useWaitingBills = ({ waiting }: Journal): readonly JournalBill[] => useJournalList(waiting)

export type HeldDrafts = ReturnType<typeof useHeldDrafts>

export const useHeldDrafts = ({ holds, hold, release }: Journal) => ({
  holds: useJournalList(holds),
  hold,
  release,
})

/** State of the counter's drawer, offline the last known one. `unused`: it was never opened. */
export function useDrawerState({ journal, counter }: Desk) {
  const { dataUpdatedAt } = useNewestDrawer(journal, counter)
  const [state, setState] = useState<'open' | 'closed' | 'unused'>('open')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fetch writes the drawer to the journal
  useEffect(() => {
    const read = async () => {
      const [drawer, requests] = await Promise.all([journal.drawer(), journal.requests()])
      const own = drawer?.counter._id === counter._id ? drawer : undefined
      const isOpen =
        own?.closing === null || requests.some(({ body, problem }) => 'float' in body && !problem)
      setState(isOpen ? 'open' : own ? 'closed' : 'unused')
    }
    void read()
    return onJournalChange(() => void read())
  }, [journal, counter, dataUpdatedAt])
  return state
}
