import { ConfirmDialog, formatInstant, Text } from '@mms/ui'
import { formatPaise } from '../amounts.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { catalogue } from '../medicines/catalogue.ts'
import { stockText } from '../medicines/medicine-words.tsx'
import { findSameSalts } from '../medicines/same-salt.tsx'
import { ApprovalDialog } from '../returns/approval.tsx'
import * as words from '../words/bills.ts'
import { BatchDialog, DiscountDialog, FindBillDialog, PeopleDialog, PickDialog } from './dialogs.tsx'
import { type BillDraft, type BillEntry, changeEntry, newBillDraft } from './draft.ts'
import type { HeldDraft } from './journal.ts'
import type { BillApi } from './use-bill.ts'

export type DialogName = 'people' | 'credit' | 'discount' | 'batch' | 'salt' | 'holds' | 'return' | 'clear'

interface Props {
  name: DialogName | null
  bill: BillApi
  selected: BillEntry | undefined
  /** The medicine in the entry field, or else that of the selected line. */
  medicineId: string | undefined
  holds: readonly HeldDraft[]
  onResume: (held: HeldDraft) => void
  onChoose: (medicine: PickedMedicine) => void
  onClose: () => void
}

export function DeskDialogs({ name, bill, selected, onClose, ...props }: Props) {
  const { draft, setDraft } = bill
  const change = (next: BillDraft) => {
    setDraft(next)
    onClose()
  }
  if (name === 'people' || name === 'credit')
    return (
      <PeopleDialog
        draft={draft}
        isForCredit={name === 'credit'}
        onSave={(people) => change({ ...draft, ...people, payments: [] })}
        onClose={onClose}
      />
    )
  if (name === 'discount')
    return (
      <DiscountDialog
        draft={draft}
        entry={selected}
        onSave={(discount, isBill) =>
          change(
            isBill || !selected
              ? { ...draft, discount, payments: [] }
              : changeEntry(draft, selected.id, { discount }),
          )
        }
        onClose={onClose}
      />
    )
  if (name === 'batch' && selected)
    return (
      <BatchDialog
        entry={selected}
        onSave={(chosen) => change(changeEntry(draft, selected.id, { chosen, refusal: undefined }))}
        onClose={onClose}
      />
    )
  if (name === 'salt') return <SaltDialog {...props} onClose={onClose} />
  if (name === 'holds') return <HoldsDialog {...props} onClose={onClose} />
  if (name === 'return') return <FindBillDialog onClose={onClose} />
  return (
    <ConfirmDialog
      open={name === 'clear'}
      title={words.clearBillQuestion}
      confirmLabel={words.clearBill}
      destructive
      onConfirm={() => change(newBillDraft())}
      onCancel={onClose}
    >
      {words.clearBillText(draft.entries.length)}
    </ConfirmDialog>
  )
}

function SaltDialog({ medicineId, onChoose, onClose }: Pick<Props, 'medicineId' | 'onChoose' | 'onClose'>) {
  const medicine = catalogue.get(medicineId ?? '')
  const others = medicine ? findSameSalts(medicine) : []
  return (
    <PickDialog
      title={medicine ? words.sameSaltAs(medicine.name) : words.sameSaltTitle}
      items={others}
      textOf={(other) => ({ key: other._id, label: other.name, detail: stockText(other) })}
      empty={medicine ? words.noOtherWithSalt : words.chooseMedicineFirst}
      onPick={(other) => {
        onClose()
        onChoose(other)
      }}
      onClose={onClose}
    />
  )
}

const heldText = ({ draft: { customer, entries } }: HeldDraft) =>
  [customer?.name, entries.map(({ medicine }) => medicine.name).join(', ')].filter(Boolean).join(': ')

function HoldsDialog({ holds, onResume, onClose }: Pick<Props, 'holds' | 'onResume' | 'onClose'>) {
  return (
    <PickDialog
      title={words.heldBillsTitle}
      items={holds}
      textOf={(held) => ({ key: held.id, label: heldText(held), detail: formatInstant(held.heldAt) })}
      empty={words.noHeldBill}
      onPick={(held) => {
        onClose()
        onResume(held)
      }}
      onClose={onClose}
    />
  )
}

/** Dialogs that a bill opens by itself: an approval, and whether a bill was handed over before a reload. */
export function BillQuestions({ bill }: { bill: BillApi }) {
  const { approval, open, approve, decide } = bill
  return (
    <>
      {approval ? (
        <ApprovalDialog
          purpose="sales.bill"
          subject={approval.subject}
          title={words.billOfAmount(formatPaise(approval.payable))}
          onApproved={approve}
          onCancel={() => approve(null)}
        />
      ) : null}
      <ConfirmDialog
        open={open !== null}
        title={words.wasHandedOver(open?.paper.number)}
        confirmLabel={words.yesHandedOver}
        cancelLabel={words.askAgain}
        onConfirm={() => decide(true)}
        onCancel={() => decide(false)}
      >
        <Text>{words.handedOverQuestion(formatPaise(open?.paper.payable ?? 0))}</Text>
      </ConfirmDialog>
    </>
  )
}
