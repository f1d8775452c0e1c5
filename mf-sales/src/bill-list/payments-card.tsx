import type { BillDocument, PaymentMode, PaymentMove } from '@mms/contracts'
import { movedPayments, sumOf } from '@mms/contracts'
import { ApiError, newKey, useQueryClient } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { Button, Card, type Column, Instant, SelectField, Stack, TextField } from '@mms/ui'
import { useState } from 'react'
import { formatPaise } from '../amounts.ts'
import { parsePaise } from '../bills/payments.ts'
import { FigureList, Options, RecordTable, typedAmount } from '../elements.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { billKeys } from '../keys.ts'
import * as words from '../words/bill-list.ts'
import * as billingWords from '../words/billing.ts'
import { modes } from '../words/bills.ts'
import { createPaymentMove, isUnanswered } from './api.ts'

export interface BillPayments {
  bill: BillDocument
  notes: readonly BillDocument[]
  moves: readonly PaymentMove[]
}

type Held = { mode: PaymentMode; amount: number }[]

/** Amount per payment mode, after corrections and refunds. */
export function heldPaymentsOf({ bill, notes, moves }: BillPayments): Held {
  const refunds = notes.flatMap(({ payments }) =>
    payments.map(({ mode, amount }) => ({ mode, amount: -amount })),
  )
  const held = movedPayments([...bill.payments, ...refunds], moves) as Held
  return held.filter(({ amount }) => amount > 0)
}

/** Kept when the dialog closes without an answer, so that entering the move again does not book it twice. */
export function useMoveId(moves: readonly PaymentMove[] = []): string {
  const [moveId, setMoveId] = useState(newKey)
  if (moves.some(({ _id }) => _id === moveId)) setMoveId(newKey())
  return moveId
}

export function PaymentsCard({ moveId, ...props }: BillPayments & { moveId: string }) {
  const { bill, notes, moves } = props
  const [dialog, setDialog] = useState<'correct' | 'receive' | null>(null)
  const held = heldPaymentsOf(props)
  const paid = held.filter(({ mode }) => mode !== 'credit')
  const open = sumOf(held.filter(({ mode }) => mode === 'credit').map(({ amount }) => amount))
  const refunded = sumOf(notes.map(({ payable }) => payable))
  return (
    <Card
      title={billingWords.payments}
      text={refunded > 0 ? words.refundedByNotes(formatPaise(refunded)) : undefined}
      actions={
        <Stack direction="row" gap="2" wrap="wrap">
          {open > 0 ? <Button onClick={() => setDialog('receive')}>{words.receivePayment}</Button> : null}
          {paid.length > 0 ? (
            <Button variant="outline" onClick={() => setDialog('correct')}>
              {words.correctPayment}
            </Button>
          ) : null}
        </Stack>
      }
    >
      <Stack gap="4">
        <FigureList
          figures={held.map(({ mode, amount }) => [
            mode === 'credit' ? billingWords.openCredit : modes[mode],
            formatPaise(amount),
          ])}
        />
        {moves.length > 0 ? (
          <RecordTable caption={words.paymentMoves} columns={columns} rows={moves} />
        ) : null}
      </Stack>
      {dialog ? (
        <MoveDialog
          _id={moveId}
          bill={bill}
          held={dialog === 'receive' ? [{ mode: 'credit', amount: open }] : paid}
          title={dialog === 'receive' ? words.receivePayment : words.correctPayment}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </Card>
  )
}

const columns: Column<PaymentMove>[] = [
  {
    header: words.what,
    primary: true,
    cell: ({ from, to }) =>
      from === 'credit' ? words.creditPaidBy(modes[to]) : words.correctedTo(modes[from], modes[to]),
  },
  { header: billingWords.amount, align: 'end', cell: ({ amount }) => formatPaise(amount) },
  { header: billingWords.reference, wrap: true, cell: ({ reference }) => reference || '-' },
  { header: billingWords.time, cell: ({ recordedAt }) => <Instant at={recordedAt} /> },
  { header: billingWords.by, wrap: true, cell: ({ by }) => by.name },
]

const targets = ['cash', 'upi', 'card'] as const
type Target = (typeof targets)[number]

interface MoveProps extends Pick<BillPayments, 'bill'> {
  _id: string
  /** Payment modes to move money from, with their amounts. */
  held: Held
  title: string
  onClose: () => void
}

function useMoveFailure() {
  const [mayBeBooked, setMayBeBooked] = useState(false)
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: billKeys() })
  const onFailure = (error: unknown) => {
    const status = error instanceof ApiError ? error.status : 0
    setMayBeBooked((was) => isUnanswered(error) || (was && status === 429))
    // An earlier move was booked under this id.
    if (status === 422) void refresh()
  }
  return { mayBeBooked, refresh, onFailure }
}

function MoveDialog({ bill, title, onClose, ...props }: MoveProps) {
  // A retry keeps this id and these amounts, so that the server does not book it twice.
  const [_id] = useState(props._id)
  const [held] = useState(props.held)
  const { mayBeBooked, refresh, onFailure } = useMoveFailure()
  const [from, setFrom] = useState(held[0]?.mode ?? 'cash')
  const most = held.find(({ mode }) => mode === from)?.amount ?? 0
  const [chosen, setTo] = useState<Target>('cash')
  const choices = targets.filter((mode) => mode !== from)
  const to = choices.find((mode) => mode === chosen) ?? choices[0] ?? 'cash'
  const { form, field, alert, isPending } = useSaving({
    initial: { amount: String(most / 100), reference: '' },
    check({ amount }) {
      const paise = parsePaise(amount)
      if (paise === null || paise === 0) return { amount: words.typeRupeesExample }
      return { amount: paise > most ? words.atMost(formatPaise(most)) : undefined }
    },
    async save({ amount: typed, reference }) {
      const amount = parsePaise(typed) ?? 0
      try {
        await createPaymentMove(bill._id, { _id, from, to, amount, reference: reference.trim() })
      } catch (error) {
        onFailure(error)
        throw error
      }
    },
    async onSaved() {
      await refresh()
      onClose()
    },
    failureText: mayBeBooked ? words.noAnswerTryAgain : words.paymentUnchanged,
  })
  const close = () => {
    void refresh()
    onClose()
  }
  return (
    <FormDialog
      {...form}
      title={words.titleOfBill(title, bill.number)}
      submitLabel={title}
      loading={isPending}
      onClose={close}
    >
      {alert}
      <Stack asChild gap="3" minW="0">
        <fieldset disabled={mayBeBooked}>
          {from === 'credit' ? null : (
            <SelectField
              label={words.enteredAs}
              value={from}
              onChange={({ target }) => setFrom(target.value as PaymentMode)}
            >
              <Options
                of={held.map(({ mode, amount }) => [mode, `${modes[mode]}, ${formatPaise(amount)}`])}
              />
            </SelectField>
          )}
          <SelectField
            label={from === 'credit' ? words.paidBy : words.wasPaidBy}
            value={to}
            onChange={({ target }) => setTo(target.value as Target)}
          >
            <Options of={choices.map((mode) => [mode, modes[mode]])} />
          </SelectField>
          <TextField
            label={billingWords.amountRupees}
            hint={words.atMost(formatPaise(most))}
            required
            {...typedAmount}
            {...field('amount')}
          />
          <TextField
            label={billingWords.reference}
            hint={words.referenceHint}
            autoComplete="off"
            maxLength={50}
            {...field('reference')}
          />
        </fieldset>
      </Stack>
    </FormDialog>
  )
}
