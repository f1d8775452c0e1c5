import type { Payment, PaymentMode, ShownBillSettings } from '@mms/contracts'
import { Alert, Box, Button, ChoiceField, Flex, Stack, Text, TextField } from '@mms/ui'
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { formatPaise } from '../amounts.ts'
import { beepRefusal } from '../scanner/beep.ts'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/bills.ts'
import type { BillDraft } from './draft.ts'
import { addPayment, amountDueOf, parsePaise, upiAddress } from './payments.ts'
import { QrCode } from './qr-code.tsx'

const looks: Record<PaymentMode, { label: string; palette: string }> = {
  cash: { label: billingWords.cash, palette: 'green' },
  upi: { label: billingWords.upi, palette: 'blue' },
  card: { label: billingWords.card, palette: 'purple' },
  credit: { label: billingWords.credit, palette: 'orange' },
}
const keyOf: Record<PaymentMode, string> = { cash: 'C', upi: 'U', card: 'D', credit: 'R' }
/** Not imported from the contract, which would also load its schemas. */
const modes = Object.keys(looks) as PaymentMode[]
const choices = modes.map((value) => ({ value, ...looks[value], keyName: keyOf[value] }))
const modeOf = (key: string) => modes.find((mode) => keyOf[mode] === key.toUpperCase())

interface Props {
  draft: BillDraft
  payable: number
  settings: ShownBillSettings
  disabled: boolean
  /** Why the bill cannot be paid yet. Shown when the user tries to pay. */
  reason: string | undefined
  field: RefObject<HTMLInputElement | null>
  onPay: (payments: Payment[], isPaid: boolean) => void
  onLeave: () => void
  onNeedsCustomer: () => void
}

export function PaymentPanel(props: Props) {
  const { draft, payable, settings, disabled, field, onPay } = props
  const [mode, setMode] = useState<PaymentMode>('cash')
  const [text, setText] = useState('')
  const [reference, setReference] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [isTried, setTried] = useState(false)
  const due = amountDueOf(payable, draft.payments)
  const typed = parsePaise(text)
  const change = mode === 'cash' && typed !== null ? typed - due : 0

  const refuse = (message: string) => {
    setError(message)
    beepRefusal()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (disabled) return beepRefusal()
    const { customer } = draft
    setTried(props.reason !== undefined)
    if (props.reason) return beepRefusal()
    if (text.trim() !== '' && typed === null) return refuse(words.amountExample)
    if (mode === 'credit' && !(customer?.name && customer.phone)) {
      refuse(words.creditNeedsCustomer)
      return props.onNeedsCustomer()
    }
    const paid = addPayment(draft.payments, due, { mode, typed, reference: reference.trim() })
    if ('error' in paid) return refuse(paid.error)
    setText('')
    setReference('')
    setError(undefined)
    setMode('cash')
    onPay(paid.payments, amountDueOf(payable, paid.payments) === 0)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, altKey, metaKey } = event
    const next = ctrlKey || altKey || metaKey ? undefined : modeOf(key)
    if (next) setMode(next)
    else if (key === 'Escape') props.onLeave()
    if (!next && key !== 'Escape' && key !== '+') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form noValidate aria-label={words.payment} onSubmit={submit}>
      <Stack gap="3">
        <ChoiceField label={words.payment} name="mode" value={mode} choices={choices} onChange={setMode} />
        <TextField
          label={mode === 'cash' ? words.cashGiven : billingWords.amount}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder={(due / 100).toFixed(2)}
          value={text}
          error={error ?? (isTried ? props.reason : undefined)}
          onChange={({ target }) => {
            setText(target.value)
            setError(undefined)
          }}
          onKeyDown={onKeyDown}
          ref={field}
        />
        <ReferenceField mode={mode} value={reference} onChange={setReference} />
        {change > 0 ? <LabelledAmount label={words.change} paise={change} /> : null}
        {mode === 'upi' ? <Upi draft={draft} settings={settings} amount={typed ?? due} /> : null}
        <Paid payments={draft.payments} due={due} onClear={() => onPay([], false)} />
        <Button type="submit" size="lg" disabled={disabled || draft.entries.length === 0}>
          {disabled ? words.askingServer : `${looks[mode].label} ${formatPaise(typed ?? due)} (Enter)`}
        </Button>
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

interface ReferenceProps {
  mode: PaymentMode
  value: string
  onChange: (text: string) => void
}

function ReferenceField({ mode, value, onChange }: ReferenceProps) {
  if (mode === 'cash' || mode === 'credit') return null
  return (
    <TextField
      label={billingWords.reference}
      hint={words.referenceHint}
      name="reference"
      autoComplete="off"
      maxLength={50}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function Paid({
  payments,
  due,
  onClear,
}: {
  payments: readonly Payment[]
  due: number
  onClear: () => void
}) {
  if (payments.length === 0) return null
  return (
    <Box>
      {payments.map(({ mode, amount, reference }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments have no id
        <Flex key={at} justify="space-between">
          <Text>{[looks[mode].label, reference].filter(Boolean).join(' ')}</Text>
          <Text>{formatPaise(amount)}</Text>
        </Flex>
      ))}
      <LabelledAmount label={words.stillDue} paise={due} />
      <Button size="xs" variant="ghost" onClick={onClear}>
        {words.removePayments}
      </Button>
    </Box>
  )
}

interface UpiProps extends Pick<Props, 'draft' | 'settings'> {
  amount: number
}

function Upi({ draft, settings: { upiId, tradeName, legalName }, amount }: UpiProps) {
  if (upiId === null) return <Alert status="info" title={words.noUpiId} />
  const address = upiAddress({ upiId, name: tradeName || legalName }, amount, draft.id)
  return (
    <Stack gap="1" textAlign="center">
      <QrCode text={address} label={words.upiPaymentOf(formatPaise(amount))} />
      <Text textStyle="sm">{words.checkArrived(formatPaise(amount))}</Text>
    </Stack>
  )
}
