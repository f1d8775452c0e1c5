import { useEffect } from 'react'
import { readOwnCounter } from '../own-counter.ts'

/** Sends handed-over bills from pages that make none. Only a counter loads the code for it. */
export function useBillSending(): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isClosed = false
    const start = async () => {
      if (!(await readOwnCounter())) return
      // New bill loads this file in advance, so that it is there during an outage.
      const sending = await import(/* webpackChunkName: "bills" */ './keep-sending.ts')
      const journal = await sending.openJournalOnce()
      if (!isClosed) stop = sending.keepSendingBills(journal)
    }
    start().catch(() => {})
    return () => {
      isClosed = true
      stop?.()
    }
  }, [])
}
