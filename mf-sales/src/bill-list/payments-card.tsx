import type { BillDocument, PaymentMode, PaymentMove } from '@mms/contracts'
import { movedPayments, sumOf } from '@mms/contracts'
import { newKey, useQueryClient } from '@mms/sdk'
import { useSaving } from '@mms/sdk/forms'
import { Button, Card, type Column, DataTable, Instant, SelectField, Stack, TextField } from '@mms/ui'
import { useState } from 'react'
import { paiseOfTyped } from '../bills/payments.ts'
import { formatPaise, modes } from '../bills/words.ts'
import { FigureList } from '../figure-list.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { billKeys } from '../keys.ts'
import { createMove } from './api.ts'

interface Props {
  bill: BillDocument
  notes: readonly BillDocument[]
  moves: readonly PaymentMove[]
}

type Held = { mode: PaymentMode; amount: number }[]

/** What each mode of a bill holds after payment moves and refunds. */
export function heldPayments({ bill, notes, moves }: Props): Held {
  const refunds = notes.flatMap(({ payments }) =>
    payments.map(({ mode, amount }) => ({ mode, amount: -amount })),
  )
  const held = movedPayments([...bill.payments, ...refunds], moves) as Held
  return held.filter(({ amount }) => amount > 0)
}

export function PaymentsCard(props: Props) {
  const { bill, notes, moves } = props
  const [dialog, setDialog] = useState<'correct' | 'receive' | null>(null)
  const held = heldPayments(props)
  const paid = held.filter(({ mode }) => mode !== 'credit')
  const open = sumOf(held.filter(({ mode }) => mode === 'credit').map(({ amount }) => amount))
  const refunded = sumOf(notes.map(({ payable }) => payable))
  return (
    <Card
      title="Payments"
      text={refunded > 0 ? `${formatPaise(refunded)} came back by credit notes` : undefined}
      actions={
        <Stack direction="row" gap="2" wrap="wrap">
          {open > 0 ? <Button onClick={() => setDialog('receive')}>Receive payment</Button> : null}
          {paid.length > 0 ? (
            <Button variant="outline" onClick={() => setDialog('correct')}>
              Correct payment
            </Button>
          ) : null}
        </Stack>
      }
    >
      <Stack gap="4">
        <FigureList
          figures={held.map(({ mode, amount }) => [
            mode === 'credit' ? 'Open credit' : modes[mode],
            formatPaise(amount),
          ])}
        />
        {moves.length > 0 ? (
          <DataTable caption="Payment moves" columns={columns} rows={moves} rowKey={({ _id }) => _id} />
        ) : null}
      </Stack>
      {dialog ? (
        <MoveDialog
          bill={bill}
          held={dialog === 'receive' ? [{ mode: 'credit', amount: open }] : paid}
          title={dialog === 'receive' ? 'Receive payment' : 'Correct payment'}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </Card>
  )
}

const columns: Column<PaymentMove>[] = [
  {
    header: 'What',
    primary: true,
    cell: ({ from, to }) =>
      from === 'credit' ? `Credit paid by ${modes[to]}` : `${modes[from]} corrected to ${modes[to]}`,
  },
  { header: 'Amount', align: 'end', cell: ({ amount }) => formatPaise(amount) },
  { header: 'Reference', wrap: true, cell: ({ reference }) => reference || '-' },
  { header: 'Time', cell: ({ recordedAt }) => <Instant at={recordedAt} /> },
  { header: 'By', wrap: true, cell: ({ by }) => by.name },
]

const targets = ['cash', 'upi', 'card'] as const
type Target = (typeof targets)[number]

interface MoveProps {
  bill: BillDocument
  /** Modes that can be moved from, and how much. */
  held: Held
  title: string
  onClose: () => void
}

function MoveDialog({ bill, held, title, onClose }: MoveProps) {
  // A retry after a lost answer is the same move.
  const [_id] = useState(newKey)
  const queries = useQueryClient()
  const [from, setFrom] = useState(held[0]?.mode ?? 'cash')
  const most = held.find(({ mode }) => mode === from)?.amount ?? 0
  const [chosen, setTo] = useState<Target>('cash')
  const choices = targets.filter((mode) => mode !== from)
  const to = choices.find((mode) => mode === chosen) ?? choices[0] ?? 'cash'
  const { form, field, alert, isPending } = useSaving({
    initial: { amount: String(most / 100), reference: '' },
    check({ amount }) {
      const paise = paiseOfTyped(amount)
      if (paise === null || paise === 0) return { amount: 'Type rupees such as 49.50' }
      return { amount: paise > most ? `At most ${formatPaise(most)}` : undefined }
    },
    save: ({ amount, reference }) =>
      createMove(bill._id, {
        ...{ _id, from, to },
        ...{ amount: paiseOfTyped(amount) ?? 0, reference: reference.trim() },
      }),
    async onSaved() {
      await queries.invalidateQueries({ queryKey: billKeys() })
      onClose()
    },
    failureText: 'The payment is not changed',
  })
  return (
    <FormDialog
      {...form}
      title={`${title} of ${bill.number}`}
      submitLabel={title}
      loading={isPending}
      onClose={onClose}
    >
      {alert}
      {from === 'credit' ? null : (
        <SelectField
          label="Entered as"
          value={from}
          onChange={({ target }) => setFrom(target.value as PaymentMode)}
        >
          {held.map(({ mode, amount }) => (
            <option key={mode} value={mode}>
              {modes[mode]}, {formatPaise(amount)}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={from === 'credit' ? 'Paid by' : 'Was paid by'}
        value={to}
        onChange={({ target }) => setTo(target.value as Target)}
      >
        {choices.map((mode) => (
          <option key={mode} value={mode}>
            {modes[mode]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Amount (₹)"
        hint={`At most ${formatPaise(most)}`}
        inputMode="decimal"
        autoComplete="off"
        required
        {...field('amount')}
      />
      <TextField
        label="Reference"
        hint="Of the UPI or card payment, if any."
        autoComplete="off"
        maxLength={50}
        {...field('reference')}
      />
    </FormDialog>
  )
}
