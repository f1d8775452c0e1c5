import type { BillDocument } from '@mms/contracts'
import { useStoreToday } from '@mms/sdk'
import { Alert, Box, Card, Flex, Grid, Stack, Text } from '@mms/ui'
import { useEffect, useRef, useState } from 'react'
import { formatPaise } from '../amounts.ts'
import { Action } from '../elements.tsx'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/bills.ts'
import * as sharedWords from '../words/shared.ts'
import { BillKeysHelp, useBillKeys } from './bill-keys.tsx'
import { BillPaper } from './bill-paper.tsx'
import { BillQuestions, DeskDialogs, type DialogName } from './desk-dialogs.tsx'
import {
  acceptOffer,
  type BillDraft,
  type DraftSums,
  isUntouchedDraft,
  newBillDraft,
  reasonAgainst,
  removeEntry,
  restoreEntry,
  sumsOfDraft,
} from './draft.ts'
import { EntryField, useEntryField } from './entry-field.tsx'
import type { HeldDraft, JournalBill } from './journal.ts'
import { LineList } from './line-list.tsx'
import { joinTexts } from './paper-tables.ts'
import { LabelledAmount, PaymentPanel } from './payment-panel.tsx'
import { cashChangeOf } from './payments.ts'
import { PrintedPaper } from './print.tsx'
import { type BillApi, type PrintedBill, restored, useBill } from './use-bill.ts'
import { type Desk, type HeldDrafts, useHeldDrafts, useWaitingBills } from './use-desk.ts'

function useDeskState(bill: BillApi, waiting: readonly JournalBill[], held: HeldDrafts) {
  const { draft, setDraft } = bill
  const [opened, setOpened] = useState<{ name: DialogName; billId: string } | null>(null)
  // A refused bill may return while a dialog is open. Only the list of held bills then stays open.
  const dialog = opened?.billId === draft.id || opened?.name === 'holds' ? opened.name : null
  const setDialog = (name: DialogName | null) => setOpened(name && { name, billId: draft.id })
  const [selectedId, setSelectedId] = useState<string | undefined>()
  const entry = useEntryField({ draft, waiting, setDraft, onAdded: setSelectedId })
  const amount = useRef<HTMLInputElement>(null)
  const { holds, hold, release } = held
  const { entries } = draft
  const selected = entries.find(({ id }) => id === selectedId) ?? entries.at(-1)

  const walk = (step: number) => {
    const at = entries.findIndex(({ id }) => id === selected?.id)
    setSelectedId(entries[Math.min(entries.length - 1, Math.max(0, at + step))]?.id)
  }
  const resume = (held: HeldDraft) => {
    setDraft(restored(held.draft, hold))
    void release(held.id)
  }
  const holdOrResume = () => {
    if (!entry.add()) return
    const isEmpty = isUntouchedDraft(draft) && !entry.medicine
    if (isEmpty) return setDialog('holds')
    setDraft((draft) => {
      void hold(draft)
      return newBillDraft()
    })
  }
  const toPayment = () => entry.add() && amount.current?.focus()
  useBillKeys({
    isEntryEmpty: () =>
      document.activeElement === entry.picker.current &&
      !entry.medicine &&
      entry.picker.current?.value === '',
    isQuantity: () => document.activeElement === entry.quantityField.current,
    actions: {
      F2: entry.focus,
      F3: () => setDialog('salt'),
      F4: () => setDialog('people'),
      F6: () => selected && setDialog('batch'),
      F8: () => setDialog('return'),
      F9: holdOrResume,
      F10: toPayment,
      '+': toPayment,
      '%': () => entries.length > 0 && setDialog('discount'),
      ArrowUp: () => walk(-1),
      ArrowDown: () => walk(1),
      Delete: () => selected && !entry.hasJustDropped() && setDraft(removeEntry(draft, selected.id)),
      Enter: () => {
        const refused = [selected, ...entries].find((each) => each?.refusal?.offer)
        if (refused && !entry.hasJustDropped()) setDraft(acceptOffer(draft, refused))
      },
      Escape: () => isUntouchedDraft(draft) || setDialog('clear'),
      'Alt+z': () => setDraft(restoreEntry(draft)),
      'Ctrl+p': () => void bill.reprint(),
    },
  })
  return { dialog, setDialog, selected, setSelectedId, entry, amount, holds, resume, holdOrResume, toPayment }
}

export function BillDesk({ desk, isClosed }: { desk: Desk; isClosed: boolean }) {
  const [printed, setPrinted] = useState<PrintedBill | null>(null)
  const holds = useHeldDrafts(desk.journal)
  const bill = useBill({ desk, print: setPrinted, hold: holds.hold })
  const waiting = useWaitingBills(desk.journal)
  const parts = useDeskState(bill, waiting, holds)
  const { draft, isAsking } = bill
  const { entry, selected, dialog } = parts
  const result = sumsOfDraft(draft, desk.settings, useStoreToday())
  const isBusy = isAsking || isClosed
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next bill may have begun in the entry field
  useEffect(() => {
    if (!isAsking && !entry.hasFocus()) entry.focus()
  }, [isAsking])
  return (
    <>
      <Waiting bills={waiting} />
      {bill.problem ? <Alert status="error" title={bill.problem} /> : null}
      <Grid templateColumns={{ base: '1fr', lg: '1fr 22rem' }} gap="4" alignItems="start">
        <Card>
          <EntryField entry={entry} disabled={isClosed} />
          <LineList
            entries={draft.entries}
            result={result}
            selected={selected?.id}
            onSelect={parts.setSelectedId}
            onRemove={(id) => bill.setDraft(removeEntry(draft, id))}
            onTakeOffer={(refused) => bill.setDraft(acceptOffer(draft, refused))}
          />
          <BillKeysHelp />
        </Card>
        <Side desk={desk} bill={bill} parts={parts} result={result} isBusy={isBusy} />
      </Grid>
      <DeskDialogs
        name={dialog}
        bill={bill}
        selected={selected}
        medicineId={entry.medicine?._id ?? selected?.medicine._id}
        holds={parts.holds}
        onResume={parts.resume}
        onChoose={entry.choose}
        onClose={() => parts.setDialog(null)}
      />
      <BillQuestions bill={bill} />
      {printed ? (
        <PrintedPaper
          key={`${printed.bill._id} ${printed.isDuplicate}`}
          paper={desk.settings.paper}
          onPrinted={() => setPrinted(null)}
        >
          <BillPaper {...printed} paper={desk.settings.paper} />
        </PrintedPaper>
      ) : null}
    </>
  )
}

interface SideProps {
  desk: Desk
  bill: BillApi
  parts: ReturnType<typeof useDeskState>
  result: DraftSums
  isBusy: boolean
}

function Side({ desk, bill, parts, result, isBusy }: SideProps) {
  const { draft, setDraft, asked, last } = bill
  const { sums } = result
  const { setDialog, entry, amount, holds, holdOrResume, toPayment } = parts
  const isEmpty = draft.entries.length === 0
  const pay = (payments: BillDraft['payments'], isPaid: boolean) => {
    const paid = { ...draft, payments }
    setDraft(paid)
    if (!isPaid) return
    void bill.ask(paid)
    // Keys typed from now on belong to the next bill.
    entry.focus()
  }
  const leave = () => {
    setDraft({ ...draft, payments: [] })
    entry.focus()
  }
  return (
    <Stack gap="4">
      <Card>
        <Stack gap="2">
          <Text color="fg.muted">{(!isEmpty && sums.documentTitle) || sharedWords.total}</Text>
          <Text
            textStyle="4xl"
            fontWeight="bold"
            lineHeight="1.1"
            fontVariantNumeric="tabular-nums"
            aria-live="polite"
            aria-label={billingWords.payable}
          >
            {formatPaise(sums.payable)}
          </Text>
          {result.problem ? <Text color="fg.error">{result.problem}</Text> : null}
          {sums.billDiscount > 0 ? <Text>{words.discount(formatPaise(sums.billDiscount))}</Text> : null}
          {sums.roundOff === 0 ? null : (
            <Text color="fg.muted">{words.roundOff(formatPaise(sums.roundOff))}</Text>
          )}
          {asked ? <Text role="status">{words.askingAboutLast}</Text> : null}
          {last && !asked && isEmpty ? <LastBill bill={last} /> : null}
        </Stack>
      </Card>
      <Card>
        <People draft={draft} onEdit={() => setDialog('people')} />
        <Flex gap="2" wrap="wrap" mt="3">
          <Action
            label={billingWords.discountPercent}
            disabled={isEmpty}
            onClick={() => setDialog('discount')}
          />
          <Action label={words.batchKey} disabled={isEmpty} onClick={() => setDialog('batch')} />
          <Action label={isEmpty ? words.heldBillsCount(holds.length) : words.hold} onClick={holdOrResume} />
        </Flex>
      </Card>
      <Card>
        <PaymentPanel
          key={draft.id}
          draft={draft}
          payable={sums.payable}
          settings={desk.settings}
          disabled={isBusy}
          reason={reasonAgainst(draft, result)}
          field={amount}
          onAddFirst={entry.medicine ? toPayment : undefined}
          onPay={pay}
          onLeave={leave}
          onNeedsCustomer={() => setDialog('credit')}
        />
      </Card>
    </Stack>
  )
}

function LastBill({ bill }: { bill: BillDocument }) {
  const change = cashChangeOf(bill.payments)
  return (
    <Box role="status" aria-label={words.lastBill}>
      <Text>
        {bill.number}: {formatPaise(bill.payable)}
      </Text>
      {change > 0 ? <LabelledAmount label={words.change} paise={change} /> : null}
    </Box>
  )
}

function People({ draft: { customer, doctor }, onEdit }: { draft: BillDraft; onEdit: () => void }) {
  return (
    <Flex justify="space-between" gap="3" align="start">
      <Box overflowWrap="anywhere" minW="0">
        <Text>{customer ? joinTexts(customer.name, customer.phone) : words.noCustomer}</Text>
        {customer?.gstin ? <Text textStyle="sm">{words.gstin(customer.gstin)}</Text> : null}
        <Text color="fg.muted">{doctor ? words.doctor(doctor.name) : words.noDoctor}</Text>
      </Box>
      <Action label={words.edit} onClick={onEdit} />
    </Flex>
  )
}

function Waiting({ bills }: { bills: readonly JournalBill[] }) {
  const [first] = bills
  if (!first) return null
  const { problem } = bills.find((bill) => bill.problem) ?? {}
  return (
    <Alert
      status={problem ? 'warning' : 'info'}
      title={words.handedOverNotSent(bills.length, first.paper.number)}
    >
      {problem ?? words.sentLater}
    </Alert>
  )
}
