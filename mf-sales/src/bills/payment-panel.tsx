import type { Payment, PaymentMode, ShownBillSettings } from '@mms/contracts'
import { Alert, Box, Button, ChoiceField, Flex, Stack, Text, TextField } from '@mms/ui'
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { formatPaise } from '../amounts.ts'
import { Action, typedAmount } from '../elements.tsx'
import { beepRefusal } from '../scanner/beep.ts'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/bills.ts'
import type { BillDraft } from './draft.ts'
import { addPayment, amountDueOf, isPhone, parsePaise, readText, upiAddress } from './payments.ts'
import { QrCode } from './qr-code.tsx'

const choices: { value: PaymentMode; label: string; palette: string; keyName: string }[] = [
  { value: 'cash', label: billingWords.cash, palette: 'green', keyName: 'C' },
  { value: 'upi', label: billingWords.upi, palette: 'blue', keyName: 'U' },
  { value: 'card', label: billingWords.card, palette: 'purple', keyName: 'D' },
  { value: 'credit', label: billingWords.credit, palette: 'orange', keyName: 'R' },
]
const modeOf = (key: string) => choices.find(({ keyName }) => keyName === key.toUpperCase())?.value

interface Entered {
  mode: PaymentMode
  text: string
  reference: string
  error?: string | undefined
}

/** A focused field scrolls clear of the button, which stays in view. */
const clearOfButton = { '& input': { scrollMarginBottom: '5rem' } }

const nothing: Entered = { mode: 'cash', text: '', reference: '' }

/** Keeps mode, reference and cash given. Leaves other amounts empty, which means the amount due. */
function enteredBefore({ refusedPayments = [] }: BillDraft): Entered {
  const last = refusedPayments.at(-1)
  if (!last) return nothing
  const { mode, tendered, reference = '' } = last
  return { mode, reference, text: tendered === undefined ? '' : (tendered / 100).toFixed(2) }
}

interface Props {
  draft: BillDraft
  payable: number
  settings: ShownBillSettings
  disabled: boolean
  /** Why the bill cannot be paid yet. Shown when the user tries to pay. */
  reason: string | undefined
  field: RefObject<HTMLInputElement | null>
  /** Adds the medicine that waits in the entry field. Undefined if none waits. */
  onAddFirst: (() => void) | undefined
  onPay: (payments: Payment[], isPaid: boolean) => void
  onLeave: () => void
  onNeedsCustomer: () => void
}

function usePayment(props: Props) {
  const { draft, payable, disabled, onPay } = props
  const [entered, setEntered] = useState(() => enteredBefore(draft))
  const [isTried, setTried] = useState(false)
  const { mode, text, reference } = entered
  const change = (parts: Partial<Entered>) => setEntered((now) => ({ ...now, ...parts }))
  const due = amountDueOf(payable, draft.payments)
  const typed = parsePaise(text)

  const refuse = (message: string) => {
    change({ error: message })
    beepRefusal()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (disabled) return beepRefusal()
    // The total changes, so the user checks it and pays with the next press.
    if (props.onAddFirst) return props.onAddFirst()
    const { customer } = draft
    setTried(props.reason !== undefined)
    if (props.reason) return beepRefusal()
    if (text.trim() !== '' && typed === null) return refuse(words.amountExample)
    if (mode === 'credit' && !(customer?.name && isPhone(customer.phone))) {
      refuse(words.creditNeedsCustomer)
      return props.onNeedsCustomer()
    }
    const paid = addPayment(draft.payments, due, { mode, typed, reference: readText(reference) })
    if ('error' in paid) return refuse(paid.error)
    setEntered(nothing)
    onPay(paid.payments, amountDueOf(payable, paid.payments) === 0)
  }
  const error = entered.error ?? (isTried ? props.reason : undefined)
  return { ...entered, error, change, due, typed, submit }
}

export function PaymentPanel(props: Props) {
  const { draft, settings, disabled, field, onPay } = props
  const { mode, text, reference, error, change, due, typed, submit } = usePayment(props)
  const changeDue = mode === 'cash' && typed !== null ? typed - due : 0

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, altKey, metaKey } = event
    const next = ctrlKey || altKey || metaKey ? undefined : modeOf(key)
    if (next) change({ mode: next })
    else if (key === 'Escape') props.onLeave()
    if (!next && key !== 'Escape' && key !== '+') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form noValidate aria-label={words.payment} onSubmit={submit}>
      <Stack gap="3" css={clearOfButton}>
        <ChoiceField
          label={words.payment}
          name="mode"
          value={mode}
          choices={choices}
          onChange={(mode) => change({ mode })}
        />
        <TextField
          label={mode === 'cash' ? words.cashGiven : billingWords.amount}
          name="amount"
          {...typedAmount}
          placeholder={(due / 100).toFixed(2)}
          value={text}
          error={error}
          onChange={({ target }) => change({ text: target.value, error: undefined })}
          onKeyDown={onKeyDown}
          ref={field}
        />
        {mode === 'upi' || mode === 'card' ? (
          <TextField
            label={billingWords.reference}
            hint={words.referenceHint}
            name="reference"
            autoComplete="off"
            maxLength={50}
            value={reference}
            onChange={({ target }) => change({ reference: target.value })}
          />
        ) : null}
        {changeDue > 0 ? <LabelledAmount label={words.change} paise={changeDue} /> : null}
        {mode === 'upi' ? <Upi draft={draft} settings={settings} amount={typed ?? due} /> : null}
        <Paid payments={draft.payments} due={due} onClear={() => onPay([], false)} />
        <Box position="sticky" bottom="var(--bottom-bar)" bg="bg.panel" py="2">
          <Button type="submit" size="lg" w="full" disabled={disabled || draft.entries.length === 0}>
            {disabled ? words.askingServer : `${words.modes[mode]} ${formatPaise(typed ?? due)} (Enter)`}
          </Button>
        </Box>
      </Stack>
    </form>
  )
}

export const LabelledAmount = ({ label, paise }: { label: string; paise: number }) => (
  <Flex justify="space-between" align="baseline" fontVariantNumeric="tabular-nums">
    <Text color="fg.muted">{label}</Text>
    <Text textStyle="2xl" fontWeight="bold">
      {formatPaise(paise)}
    </Text>
  </Flex>
)

interface PaidProps {
  payments: readonly Payment[]
  due: number
  onClear: () => void
}

function Paid({ payments, due, onClear }: PaidProps) {
  if (payments.length === 0) return null
  return (
    <Box>
      {payments.map(({ mode, amount, reference }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments have no id
        <Flex key={at} justify="space-between">
          <Text>{[words.modes[mode], reference].filter(Boolean).join(' ')}</Text>
          <Text>{formatPaise(amount)}</Text>
        </Flex>
      ))}
      <LabelledAmount label={words.stillDue} paise={due} />
      <Action size="xs" variant="ghost" label={words.removePayments} onClick={onClear} />
    </Box>
  )
}

function Upi({ draft, settings, amount }: Pick<Props, 'draft' | 'settings'> & { amount: number }) {
  const { upiId, tradeName, legalName } = settings
  if (upiId === null) return <Alert status="info" title={words.noUpiId} />
  const address = upiAddress({ upiId, name: tradeName || legalName }, amount, draft.id)
  return (
    <Stack gap="1" textAlign="center">
      <QrCode text={address} label={words.upiPaymentOf(formatPaise(amount))} />
      <Text textStyle="sm">{words.checkArrived(formatPaise(amount))}</Text>
    </Stack>
  )
}
