import { type BillDocument, billApprovalSubject, type ShownBillSettings } from '@mms/contracts'
import { events, notify, storeToday, useSession } from '@mms/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createAsking } from './ask-bill.ts'
import { type Draft, isUntouched, newDraft, sumsOfDraft } from './draft.ts'
import type { JournalBill } from './journal.ts'
import { whileAsking } from './keep-sending.ts'
import type { Desk } from './use-desk.ts'

const keyOf = (userId: string) => `mms.bills.draft.${userId}`

/** The draft survives a reload, per person. */
function useDraft(userId: string, { journal }: Desk) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(userId))
  useEffect(() => {
    if (isUntouched(draft)) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), JSON.stringify(draft))
  }, [draft, userId])
  // The power may have gone after the bill was stored, and before its draft was cleared.
  const forgetSold = useEffectEvent(async () => {
    const bill = await journal.find(draft.id)
    if (bill && bill.state !== 'asked') setDraft(newDraft())
  })
  useEffect(() => void forgetSold(), [])
  return [draft, setDraft] as const
}

function readDraft(userId: string): Draft {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null') as Draft | null) ?? newDraft()
  } catch {
    return newDraft()
  }
}

export interface Printed {
  bill: BillDocument
  isDuplicate: boolean
}

/** A bill that was asked before the page was closed. */
function useOpenBill({ journal }: Desk, isBusy: () => boolean) {
  const [open, setOpen] = useState<JournalBill | null>(null)
  // Another tab, or this page before its reload, may be asking still.
  const look = useEffectEvent(() =>
    whileAsking(async () => {
      const bill = await journal.asked()
      if (bill && !isBusy()) setOpen(bill)
    }),
  )
  useEffect(() => void look(), [])
  return { open, setOpen }
}

function approvalOf(draft: Draft, settings: ShownBillSettings) {
  const { lines, sums } = sumsOfDraft(draft, settings, storeToday())
  const { payable } = sums
  const priced = lines.map(({ entry, ...line }) => ({ ...line, packSize: entry.medicine.packSize }))
  return { payable, subject: billApprovalSubject({ _id: draft.id, payable, lines: priced }) }
}

/** The bill on the page, from its first line to its paper. */
export function useBill(desk: Desk, print: (printed: Printed) => void) {
  const { journal, settings } = desk
  const user = useSession(({ user }) => user) ?? { id: '', name: '' }
  const [draft, setDraft] = useDraft(user.id, desk)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  /** Needs an administrator's approval. */
  const [beyond, setBeyond] = useState<Draft | null>(null)
  const [last, setLast] = useState<BillDocument | null>(null)
  const busy = useRef(false)
  const { open, setOpen } = useOpenBill(desk, () => busy.current)

  const finish = (bill: JournalBill, paper: BillDocument, isDuplicate = false) => {
    setDraft((draft) => (draft.id === bill._id ? newDraft() : draft))
    setLast(paper)
    setProblem(undefined)
    print({ bill: paper, isDuplicate })
    const medicineIds = [...new Set(bill.body.lines.map(({ medicineId }) => medicineId))]
    events.emit('medicines-changed', { medicineIds })
  }
  const { ask, askAgain } = createAsking({
    ...{ desk, user, onFinish: finish, onOpen: setOpen },
    onRefused: (id, refused, problem) => {
      setDraft((now) => (now.id === id ? refused : now))
      setProblem(problem)
    },
    onBeyond: (id, refused) => {
      setDraft((now) => (now.id === id ? refused : now))
      setBeyond(refused)
    },
  })
  /** One bill at a time, however often Enter is pressed. */
  const alone = async (work: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setAsking(true)
    try {
      await work()
    } catch {
      setProblem('The bill could not be stored in this browser. Load the page again.')
    } finally {
      busy.current = false
      setAsking(false)
    }
  }
  const decide = (isHandedOver: boolean) => {
    setOpen(null)
    if (!open) return
    const own = draft.id === open._id ? draft : { ...newDraft(), id: open._id }
    void alone(async () => {
      if (!isHandedOver) return askAgain({ draft: own }, open)
      await journal.handOver(open._id)
      finish(open, open.paper, true)
    })
  }
  const change: typeof setDraft = (next) => {
    setDraft(next)
    setProblem(undefined)
  }
  const approve = (approval: string | null) => {
    setBeyond(null)
    if (approval && beyond) void alone(() => ask({ draft: beyond, approval }))
  }
  const reprint = async () => {
    const bill = await journal.last()
    if (bill) print({ bill: bill.paper, isDuplicate: true })
    else notify.info('No bill to print', 'This browser has sold nothing yet.')
  }
  return {
    ...{ draft, setDraft: change, isAsking, problem, open, last, approve, decide, reprint },
    /** What an administrator approves. */
    approval: beyond && approvalOf(beyond, settings),
    ask: (draft: Draft) => alone(() => ask({ draft })),
  }
}

export type BillApi = ReturnType<typeof useBill>
