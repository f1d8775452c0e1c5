import { useEffect, useState } from 'react'
import type { Draft } from './draft.ts'
import { type HeldDraft, type Journal, type JournalBill, onJournalChange } from './journal.ts'
import type { Desk } from './use-desk.ts'

/** Handed-over bills that the server does not have yet. */
export function useWaiting(journal: Journal): readonly JournalBill[] {
  const [waiting, setWaiting] = useState<readonly JournalBill[]>([])
  useEffect(() => {
    const read = () => void journal.waiting().then(setWaiting)
    read()
    return onJournalChange(read)
  }, [journal])
  return waiting
}

export type Holds = ReturnType<typeof useHolds>

/** Drafts that wait for their customers. */
export function useHolds(journal: Journal) {
  const [holds, setHolds] = useState<readonly HeldDraft[]>([])
  const read = () => journal.holds().then(setHolds)
  useEffect(() => void journal.holds().then(setHolds), [journal])
  return {
    holds,
    hold: async (draft: Draft) => {
      await journal.hold(draft)
      await read()
    },
    release: async (id: string) => {
      await journal.release(id)
      await read()
    },
  }
}

/** False if the counter's drawer is not open, as far as this browser knows. */
export function useIsDrawerOpen({ journal, counter }: Desk): boolean {
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    const read = async () => {
      const [drawer, requests] = await Promise.all([journal.drawer(), journal.requests()])
      const isSeen = drawer?.closing === null && drawer.counter._id === counter._id
      setOpen(isSeen || requests.some(({ body }) => 'float' in body))
    }
    void read()
  }, [journal, counter])
  return isOpen
}
