import type { TransactionType } from '@mms/contracts'
import { notify, outbox, storeToday, useLocation, useNavigate, usePageTitle, useSession } from '@mms/sdk'
import { Box, PageHeader, Stack } from '@mms/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useBillSending } from './bills/use-bill-sending.ts'
import { TransactionForm } from './counter/transaction-form.tsx'
import { drafts, newTransactionDraft, type TransactionDraft } from './draft/draft.ts'
import { emptyForm } from './draft/form-values.ts'
import { isTransaction } from './draft/submission.ts'
import type { PickedMedicine } from './medicines/api.ts'
import { useMedicineById } from './medicines/use-medicines.ts'
import { HistoryPanel } from './transactions/history-panel.tsx'
import { WaitingPanel } from './waiting-transactions/waiting-panel.tsx'
import * as words from './words/counter.ts'
import * as sharedWords from './words/shared.ts'

export function SalesPage() {
  usePageTitle(sharedWords.sales)
  useBillSending()
  const userId = useSession((session) => session.user?.id)
  const [draft, setDraft] = useState<TransactionDraft | undefined>()
  const [held, setHeld] = useState<string | null>(null)
  const form = useRef<HTMLDivElement>(null)
  useRefusalNotices(form)
  useLinkedDraft(userId, setDraft)
  return (
    <>
      <PageHeader title={words.salesInventoryManagement} />
      <Stack gap="4">
        <Box ref={form} data-screen-only>
          {userId ? (
            <TransactionForm key={draft?.key ?? userId} userId={userId} startWith={draft} onHold={setHeld} />
          ) : null}
        </Box>
        <WaitingPanel held={held} onEditAgain={setDraft} />
        <HistoryPanel />
      </Stack>
    </>
  )
}

/** Router state of a link from another area: `{ record: { medicineId, type: 'expired' } }`. */
interface LinkState {
  record?: { medicineId: string; type: TransactionType; note?: string }
}

let begun = ''

/** Units to write off or send back. Empty if the user must say which of several batches is meant. */
function unitsOf({ batches, currentStock }: PickedMedicine, type: TransactionType): string {
  if (!batches) return String(Math.max(1, currentStock))
  const free = batches.reduce((sum, { stock }) => sum + stock, 0)
  // More stock than the batches have is on hold.
  if (batches.length < 2 && free >= currentStock) return String(Math.max(1, currentStock))
  const today = storeToday()
  const expired = batches.filter(({ expiryDate }) => expiryDate !== null && expiryDate < today)
  const units = expired.reduce((sum, { stock }) => sum + stock, 0)
  return type === 'expired' && units > 0 ? String(units) : ''
}

/** Starts a draft for the user to check and submit. Keeps a draft in progress. */
function useLinkedDraft(userId: string | undefined, begin: (draft: TransactionDraft) => void): void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const { record } = (state ?? {}) as LinkState
  const { medicine, isUnknown } = useMedicineById(record?.medicineId ?? '')
  useEffect(() => {
    if (!record || !userId || !(medicine || isUnknown)) return
    void navigate(pathname, { replace: true, state: null })
    if (!medicine) return
    if (drafts.isKept(userId) && JSON.stringify(drafts.open(userId).values) !== begun) {
      notify.error(words.anotherUnfinished, words.recordOrClearFirst(medicine.name))
      return
    }
    const { type, note = '' } = record
    const quantity = unitsOf(medicine, type)
    const unitPrice = medicine.unitPrice.toFixed(2)
    const values = { ...emptyForm, medicine, type, direction: 'decrease', quantity, unitPrice, note } as const
    begun = JSON.stringify(values)
    begin(newTransactionDraft(values))
  }, [record, userId, medicine, isUnknown, navigate, pathname, begin])
}

/** Minimum visible height in pixels for a card to count as seen. */
const NOTICED_PX = 80

/** Shows each refusal once: on its card below `form`, or as a message if the card is out of sight. */
function useRefusalNotices(form: RefObject<HTMLElement | null>): void {
  useEffect(() => outbox.shows((entry) => isTransaction(entry) && isBelowInSight(form.current)), [form])
}

function isBelowInSight(form: HTMLElement | null): boolean {
  if (!form) return false
  const { bottom } = form.getBoundingClientRect()
  return bottom >= 0 && bottom + NOTICED_PX <= window.innerHeight
}
