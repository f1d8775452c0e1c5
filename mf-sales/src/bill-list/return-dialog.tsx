import {
  type BillDocument,
  type CreateNote,
  earlierNoteOf,
  noteApprovalSubject,
  packText,
  readTypedUnits,
  returnableUnits,
  type ShownBillLine,
  sumsOfReturn,
} from '@mms/contracts'
import { ApiError, events, newKey, reasonText, useMutation, useQueryClient } from '@mms/sdk'
import { Alert, Box, SelectField, SimpleGrid, Stack, Text, TextField } from '@mms/ui'
import { useState } from 'react'
import { formatPaise } from '../amounts.ts'
import { Options, typedAmount } from '../elements.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { billKeys } from '../keys.ts'
import { ApprovalDialog } from '../returns/approval.tsx'
import * as words from '../words/bill-list.ts'
import * as billingWords from '../words/billing.ts'
import { batchWords, modes, quantityExample, quantityHint } from '../words/bills.ts'
import * as sharedWords from '../words/shared.ts'
import { createBillNote, isUnanswered } from './api.ts'

type Mode = CreateNote['refundMode']
type NoteLine = CreateNote['lines'][number]

const goods = [
  ['stock', words.backToStock],
  ['write-off', words.writeOff],
] as const
const refundModes = Object.entries(modes).filter(([mode]) => mode !== 'credit')

interface TypedLine {
  text: string
  to: NoteLine['to']
}

const nothing: TypedLine = { text: '', to: 'stock' }

interface Props {
  bill: BillDocument
  notes: readonly BillDocument[]
  onMade: (note: BillDocument) => void
  onClose: () => void
}

function useReturn({ bill, notes, onMade }: Props) {
  // A retry keeps this id, so that the server makes one credit note only.
  const [_id] = useState(newKey)
  const [typed, setTyped] = useState<Record<string, TypedLine>>({})
  const [reason, setReason] = useState('')
  const [refundMode, setMode] = useState<Mode>('cash')
  const queries = useQueryClient()
  const earlier = notes.filter((note) => note._id !== _id).map(earlierNoteOf)
  const rows = bill.lines.map((line) => {
    const own = typed[line._id] ?? nothing
    const left = returnableUnits(line, earlier)
    const units = own.text.trim() === '' ? 0 : readTypedUnits(own.text, line.packSize)
    return { line, ...own, left, units, error: errorOf(line, units, left) }
  })
  const lines = rows.flatMap(({ line, units, to }): NoteLine[] =>
    units ? [{ line: line._id, units, to }] : [],
  )
  const found = sumsOfReturn(bill, earlier, lines, refundMode)
  const sums =
    'error' in found || lines.length === 0 || rows.some(({ error }) => error !== undefined) ? null : found
  const making = useMutation({
    mutationFn: (approval: string | undefined) =>
      createBillNote(bill._id, {
        _id,
        lines,
        refundMode,
        reason: reason.trim(),
        ...(approval && { approval }),
      }),
    onSuccess(note) {
      const returned = note.lines.map(({ medicineId }) => medicineId)
      events.emit('medicines-changed', { medicineIds: [...new Set(returned)] })
      onMade(note)
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: billKeys() }),
  })
  const change = (id: string, differing: Partial<TypedLine>) =>
    setTyped((typed) => ({ ...typed, [id]: { ...nothing, ...typed[id], ...differing } }))
  return { _id, rows, sums, making, change, reason, setReason, refundMode, setMode }
}

function errorOf(line: ShownBillLine, units: number | null, left: number): string | undefined {
  if (units === null) return quantityExample(line)
  return units > left ? words.atMost(packText(left, line)) : undefined
}

const isBeyondLimits = (error: unknown) =>
  error instanceof ApiError && error.problem?.code === 'sales.approval_required'

export function ReturnDialog(props: Props) {
  const { bill, onClose } = props
  const form = useReturn(props)
  const { sums, making, reason } = form
  const isReady = sums !== null && reason.trim() !== ''
  return (
    <>
      <FormDialog
        title={words.returnFrom(bill.number)}
        submitLabel={words.makeCreditNote}
        disabled={!isReady}
        loading={making.isPending}
        loadingText={words.returning}
        onSubmit={() => isReady && !making.isPending && making.mutate(undefined)}
        onClose={onClose}
      >
        <Stack asChild gap="4" minW="0">
          <fieldset disabled={isUnanswered(making.error)}>
            <ReturnFields {...form} />
          </fieldset>
        </Stack>
        {making.isError && !isBeyondLimits(making.error) ? (
          <Alert
            status="error"
            title={isUnanswered(making.error) ? words.noAnswerTryAgain : words.nothingWasReturned}
          >
            {reasonText(making.error)}
          </Alert>
        ) : null}
      </FormDialog>
      {sums && isBeyondLimits(making.error) ? (
        <ApprovalDialog
          purpose="sales.return"
          subject={noteApprovalSubject(form._id, bill._id, sums.payout)}
          title={words.paidBackFor(formatPaise(sums.payout), bill.number, reasonText(making.error))}
          onApproved={making.mutate}
          onCancel={making.reset}
        />
      ) : null}
    </>
  )
}

function ReturnFields({ rows, sums, change, ...form }: ReturnType<typeof useReturn>) {
  const paidBack = sums?.refunds.find(({ mode }) => mode !== 'credit')?.amount ?? 0
  const lowered = sums?.refunds.find(({ mode }) => mode === 'credit')?.amount ?? 0
  return (
    <>
      {rows.map(({ line, text, to, left, error }) => (
        <Box as="fieldset" key={line._id} minW="0">
          <Text as="legend" fontWeight="semibold">
            {line.name}
          </Text>
          <Text color="fg.muted" textStyle="sm" mb="2">
            {line.batches.map(batchWords).join('; ')}
            {words.soldPack(packText(line.units, line))}
            {left === 0 ? words.allReturnedNoun : words.packReturnable(packText(left, line))}
          </Text>
          {left === 0 ? null : (
            <SimpleGrid columns={2} gap="3">
              <TextField
                label={sharedWords.quantity}
                {...typedAmount}
                hint={quantityHint(line)}
                error={error}
                value={text}
                onChange={({ target }) => change(line._id, { text: target.value })}
              />
              <SelectField
                label={words.goods}
                value={to}
                onChange={({ target }) => change(line._id, { to: target.value as NoteLine['to'] })}
              >
                <Options of={goods} />
              </SelectField>
            </SimpleGrid>
          )}
        </Box>
      ))}
      <TextField
        label={billingWords.reason}
        required
        maxLength={200}
        value={form.reason}
        onChange={({ target }) => form.setReason(target.value)}
      />
      <SelectField
        label={words.payBackBy}
        hint={lowered > 0 ? words.comesOffCredit(formatPaise(lowered)) : undefined}
        value={form.refundMode}
        onChange={({ target }) => form.setMode(target.value as Mode)}
      >
        <Options of={refundModes} />
      </SelectField>
      <Text aria-live="polite" textStyle="2xl" fontWeight="bold" fontVariantNumeric="tabular-nums">
        {words.payBackSum(formatPaise(paidBack))}
      </Text>
    </>
  )
}
