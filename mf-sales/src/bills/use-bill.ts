import { type BillDocument, billApprovalSubject, type ShownBillSettings } from '@mms/contracts'
import { events, notify, storeToday, useSession } from '@mms/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as words from '../words/bills.ts'
import { createBillSubmission } from './ask-bill.ts'
import { type BillDraft, isUntouchedDraft, newBillDraft, sumsOfDraft } from './draft.ts'
import { type JournalBill, onJournalChange } from './journal.ts'
import { withAskerLock } from './keep-sending.ts'
import type { Desk } from './use-desk.ts'

const keyOf = (userId: string) => `mms.bills.draft.${userId}`

/** A user's draft survives a reload. While a bill waits for the server, it is stored instead. */
function useDraft(userId: string, { journal }: Desk) {
  const [draft, setDraft] = useState<BillDraft>(() => readDraft(userId))
  const [asked, setAsked] = useState<BillDraft | null>(null)
  const kept = asked ?? draft
  useEffect(() => {
    if (isUntouchedDraft(kept)) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), JSON.stringify(kept))
  }, [kept, userId])
  // Another tab may sell the same draft, and a power cut may leave both the bill and its draft.
  const followSale = useEffectEvent(async () => {
    const bill = await journal.find(draft.id)
    if (bill && bill.state !== 'asked') setDraft((now) => draftAfter(bill, now))
  })
  useEffect(() => {
    void followSale()
    return onJournalChange(() => void followSale())
  }, [])
  return { draft, setDraft, asked, setAsked }
}

/** Clears the draft of a sold bill. Lines that were not sold with it make another bill. */
function draftAfter({ _id, body }: JournalBill, draft: BillDraft): BillDraft {
  if (draft.id !== _id) return draft
  const left = new Map<string, number>()
  for (const { medicineId, units } of body.lines) left.set(medicineId, (left.get(medicineId) ?? 0) + units)
  const entries = draft.entries.flatMap((entry) => {
    const there = left.get(entry.medicine._id) ?? 0
    const sold = Math.min(entry.units, there)
    left.set(entry.medicine._id, there - sold)
    if (sold === 0) return [entry]
    const isSpent = entry.discount && 'paise' in entry.discount
    const rest = { ...entry, units: entry.units - sold, discount: isSpent ? null : entry.discount }
    return rest.units === 0 ? [] : [rest]
  })
  if (entries.length === 0) return newBillDraft()
  const { customer, doctor, discount } = draft
  const percent = discount && 'paise' in discount ? null : discount
  return { ...newBillDraft(), customer, doctor, entries, discount: percent }
}

function readDraft(userId: string): BillDraft {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null') as BillDraft | null) ?? newBillDraft()
  } catch {
    return newBillDraft()
  }
}

export interface PrintedBill {
  bill: BillDocument
  isDuplicate: boolean
}

/** A bill that was waiting for the server when its page was closed. */
function useOpenBill({ journal }: Desk, isBusy: () => boolean, onDecided: () => void) {
  const [open, setOpen] = useState<JournalBill | null>(null)
  // Wait for the lock: another tab may still be sending this bill.
  const look = () =>
    withAskerLock(async () => {
      const bill = await journal.asked()
      if (!bill) onDecided()
      else if (!isBusy()) setOpen(bill)
    })
  const lookFirst = useEffectEvent(look)
  useEffect(() => void lookFirst(), [])
  const forgetDecided = useEffectEvent(async () => {
    if (!open || (await journal.find(open._id))?.state === 'asked') return
    setOpen((now) => (now === open ? null : now))
    onDecided()
  })
  useEffect(() => onJournalChange(() => void forgetDecided()), [])
  // The page is still busy with its own bill.
  const onPending = () => void setTimeout(() => void look())
  return { open, setOpen, onPending }
}

function approvalOf(draft: BillDraft, settings: ShownBillSettings) {
  const { lines, sums } = sumsOfDraft(draft, settings, storeToday())
  const { payable } = sums
  const { id: _id, payments } = draft
  const priced = lines.map(({ entry, ...line }) => ({ ...line, packSize: entry.medicine.packSize }))
  return { payable, subject: billApprovalSubject({ _id, payable, lines: priced, payments }) }
}

/** Runs one bill at a time, however often Enter is pressed. */
function useOneBill(onFailure: () => void) {
  const [isAsking, setAsking] = useState(false)
  const busy = useRef(false)
  const alone = async (work: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setAsking(true)
    try {
      await work()
    } catch {
      onFailure()
    } finally {
      busy.current = false
      setAsking(false)
    }
  }
  return { alone, isAsking, busy }
}

async function reprint({ journal }: Desk, print: Options['print']): Promise<void> {
  const bill = await journal.last()
  if (bill) print({ bill: bill.paper, isDuplicate: true })
  else notify.info(words.noBillToPrint, words.soldNothingYet)
}

interface Options {
  desk: Desk
  print: (printed: PrintedBill) => void
  /** Puts the next bill on hold if it was started before the refusal arrived. */
  hold: (draft: BillDraft) => Promise<void>
}

/** Shows a refused or held bill again. The bill on the page goes on hold if it was started. */
export const restored = (bill: BillDraft, hold: Options['hold']) => (now: BillDraft) => {
  if (isUntouchedDraft(now)) return bill
  void hold(now)
  notify.info(words.startedBillHeld, words.resumeWithF9)
  return bill
}

/**
 * The bill on the page, from its first line to its printout. The user never waits for the server: the next
 * bill can start at once. If a bill is refused, it returns to the page, and the next bill goes on hold.
 */
export function useBill({ desk, print, hold }: Options) {
  const user = useSession(({ user }) => user) ?? { id: '', name: '' }
  const { draft, setDraft, asked, setAsked } = useDraft(user.id, desk)
  const [problem, setProblem] = useState<string | undefined>()
  const [beyond, setBeyond] = useState<BillDraft | null>(null)
  const [last, setLast] = useState<BillDocument | null>(null)
  const { alone, isAsking, busy } = useOneBill(() => setProblem(words.notStored))
  const forgetWaiting = () => setProblem((now) => (now === words.otherBillWaiting ? undefined : now))
  const { open, setOpen, onPending } = useOpenBill(desk, () => busy.current, forgetWaiting)

  const finish = (bill: JournalBill, paper: BillDocument, isDuplicate = false) => {
    setDraft((draft) => draftAfter(bill, draft))
    setLast(paper)
    setProblem(undefined)
    print({ bill: paper, isDuplicate })
    const medicineIds = [...new Set(bill.body.lines.map(({ medicineId }) => medicineId))]
    events.emit('medicines-changed', { medicineIds })
  }
  const outcomes = {
    onFinish: finish,
    onRefused: setProblem,
    onBeyond: setBeyond,
    onOpen: setOpen,
    onPending,
  }
  const { ask, askAgain } = createBillSubmission({ desk, user, ...outcomes })
  const begin = (paid: BillDraft, approval?: string) =>
    alone(async () => {
      const giveBack = (refused: BillDraft) => setDraft(restored(refused, hold))
      setAsked(paid)
      setDraft(newBillDraft())
      try {
        await ask({ draft: paid, giveBack, ...(approval && { approval }) })
      } catch (error) {
        giveBack(paid)
        throw error
      } finally {
        setAsked(null)
      }
    })
  const decide = (isHandedOver: boolean) => {
    setOpen(null)
    if (!open) return
    const asked = draft.id === open._id ? draft : { ...newBillDraft(), id: open._id }
    const giveBack = (refused: BillDraft) => setDraft((now) => (now.id === open._id ? refused : now))
    void alone(async () => {
      if (!isHandedOver) return askAgain({ draft: asked, giveBack }, open)
      if (await desk.journal.handOver(open._id)) finish(open, open.paper, true)
    })
  }
  const change: typeof setDraft = (next) => {
    setDraft(next)
    setProblem(undefined)
  }
  const approve = (approval: string | null) => {
    setBeyond(null)
    if (approval && beyond) void begin(beyond, approval)
  }
  return {
    draft,
    setDraft: change,
    asked,
    isAsking,
    problem,
    open,
    last,
    approve,
    decide,
    reprint: () => reprint(desk, print),
    approval: beyond && approvalOf(beyond, desk.settings),
    ask: (draft: BillDraft) => begin(draft),
  }
}

export type BillApi = ReturnType<typeof useBill>
