import type { Payment, PaymentMode, ShownBillSettings } from '@mms/contracts'
import { Alert, Box, Button, ChoiceField, Flex, Stack, Text, TextField } from '@mms/ui'
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { beepRefusal } from '../scanner/beep.ts'
import type { Draft } from './draft.ts'
import { dueOf, paiseOfTyped, pay, upiAddress } from './payments.ts'
import { QrCode } from './qr-code.tsx'
import { formatPaise } from './words.ts'

const looks: Record<PaymentMode, { label: string; palette: string }> = {
  cash: { label: 'Cash', palette: 'green' },
  upi: { label: 'UPI', palette: 'blue' },
  card: { label: 'Card', palette: 'purple' },
  credit: { label: 'Credit', palette: 'orange' },
}
const keyOf: Record<PaymentMode, string> = { cash: 'C', upi: 'U', card: 'D', credit: 'R' }
/** Without the contract's list, which would load its schemas. */
const modes = Object.keys(looks) as PaymentMode[]
const choices = modes.map((value) => ({ value, ...looks[value], keyName: keyOf[value] }))
const modeOf = (key: string) => modes.find((mode) => keyOf[mode] === key.toUpperCase())

interface Props {
  draft: Draft
  payable: number
  settings: ShownBillSettings
  disabled: boolean
  /** The reason against a payment, shown once one is tried. */
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
  const due = dueOf(payable, draft.payments)
  const typed = paiseOfTyped(text)
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
    if (text.trim() !== '' && typed === null) return refuse('Type an amount such as 500 or 444.50')
    if (mode === 'credit' && !(customer?.name && customer.phone)) {
      refuse("Credit needs the customer's name and phone (F4)")
      return props.onNeedsCustomer()
    }
    const paid = pay(draft.payments, due, { mode, typed, reference: reference.trim() })
    if ('error' in paid) return refuse(paid.error)
    setText('')
    setReference('')
    setError(undefined)
    setMode('cash')
    onPay(paid.payments, dueOf(payable, paid.payments) === 0)
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
    <form noValidate aria-label="Payment" onSubmit={submit}>
      <Stack gap="3">
        <ChoiceField label="Payment" name="mode" value={mode} choices={choices} onChange={setMode} />
        <TextField
          label={mode === 'cash' ? 'Cash given' : 'Amount'}
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
        {change > 0 ? <Figure label="Change" paise={change} /> : null}
        {mode === 'upi' ? <Upi draft={draft} settings={settings} amount={typed ?? due} /> : null}
        <Paid payments={draft.payments} due={due} onClear={() => onPay([], false)} />
        <Button type="submit" size="lg" disabled={disabled || draft.entries.length === 0}>
          {disabled ? 'Asking the server…' : `${looks[mode].label} ${formatPaise(typed ?? due)} (Enter)`}
        </Button>
      </Stack>
    </form>
  )
}

export const Figure = ({ label, paise }: { label: string; paise: number }) => (
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
      label="Reference"
      hint="Number of the payment, if you keep it."
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
      <Figure label="Still due" paise={due} />
      <Button size="xs" variant="ghost" onClick={onClear}>
        Take the payments back
      </Button>
    </Box>
  )
}

interface UpiProps extends Pick<Props, 'draft' | 'settings'> {
  amount: number
}

function Upi({ draft, settings: { upiId, tradeName, legalName }, amount }: UpiProps) {
  if (upiId === null)
    return <Alert status="info" title="No UPI id yet: an administrator enters it in the settings of bills" />
  const address = upiAddress({ upiId, name: tradeName || legalName }, amount, draft.id)
  return (
    <Stack gap="1" textAlign="center">
      <QrCode text={address} label={`UPI payment of ${formatPaise(amount)}`} />
      <Text textStyle="sm">Check that {formatPaise(amount)} arrived, then press Enter</Text>
    </Stack>
  )
}
