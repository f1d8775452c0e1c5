import { type Discount, isGstin, statesByName } from '@mms/contracts'
import { useNavigate } from '@mms/sdk'
import { Button, ChoiceField, Dialog, SelectField, SimpleGrid, Stack, Text, TextField } from '@mms/ui'
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { Options } from '../elements.tsx'
import { FormDialog } from '../form-dialog.tsx'
import * as billingWords from '../words/billing.ts'
import * as words from '../words/bills.ts'
import * as sharedWords from '../words/shared.ts'
import { findBills } from './api.ts'
import {
  type BillDraft,
  type BillEntry,
  batchKey,
  type SoldBatch,
  stateCodeOfGstin,
  toBillBatch,
} from './draft.ts'
import { isPhone, parsePaise, readText } from './payments.ts'

interface PickProps<Item> {
  title: string
  items: readonly Item[]
  textOf: (item: Item, at: number) => { key: string; label: string; detail: string }
  empty: string
  onPick: (item: Item) => void
  onClose: () => void
}

/** Dialog with a list. Arrow keys move through it and Enter picks an item. */
export function PickDialog<Item>({ title, items, textOf, empty, onPick, onClose }: PickProps<Item>) {
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <Dialog open title={title} onClose={onClose}>
      <Stack gap="2" onKeyDown={walk}>
        {items.length === 0 ? <Text>{empty}</Text> : null}
        {items.map((item, at) => {
          const { key, label, detail } = textOf(item, at)
          return (
            <Button
              key={key}
              variant="outline"
              height="auto"
              py="2"
              justifyContent="space-between"
              whiteSpace="normal"
              textAlign="start"
              {...(at === 0 && { 'data-focus-first': true })}
              onClick={() => onPick(item)}
            >
              <span>{label}</span>
              <Text as="span" color="fg.muted" textStyle="sm">
                {detail}
              </Text>
            </Button>
          )
        })}
      </Stack>
    </Dialog>
  )
}

interface PeopleProps {
  draft: BillDraft
  /** Credit needs a name and a phone number. */
  isForCredit: boolean
  onSave: (people: Pick<BillDraft, 'customer' | 'doctor'>) => void
  onClose: () => void
}

export function PeopleDialog({ draft: { customer, doctor }, isForCredit, onSave, onClose }: PeopleProps) {
  const [values, setValues] = useState({
    name: customer?.name ?? '',
    phone: customer?.phone ?? '',
    address: customer?.address ?? '',
    gstin: customer?.gstin ?? '',
    stateCode: customer?.stateCode ?? '',
    doctor: doctor?.name ?? '',
    registration: doctor?.registration ?? '',
  })
  const gstin = readText(values.gstin).toUpperCase()
  const isWrong = gstin !== '' && !isGstin(gstin)
  const isPhoneWrong = isForCredit && !isPhone(readText(values.phone))
  const stateCode = stateCodeOfGstin(gstin) ?? values.stateCode
  const field = (name: keyof typeof values, maxLength: number) => ({
    name,
    maxLength,
    value: values[name],
    autoComplete: 'off',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setValues({ ...values, [name]: target.value }),
  })
  const save = () => {
    if (isWrong || isPhoneWrong) return
    const newCustomer = {
      name: readText(values.name),
      phone: readText(values.phone),
      address: readText(values.address),
      gstin: gstin || null,
      stateCode: stateCode || null,
    }
    const newDoctor = { name: readText(values.doctor), registration: readText(values.registration) }
    onSave({
      customer: Object.values(newCustomer).some(Boolean) ? newCustomer : null,
      doctor: newDoctor.name ? newDoctor : null,
    })
  }
  return (
    <FormDialog title={words.customerAndDoctor} submitLabel={words.save} onSubmit={save} onClose={onClose}>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
        <TextField label={words.customerOrPatient} required={isForCredit} {...field('name', 200)} />
        <TextField
          label={billingWords.phone}
          inputMode="tel"
          required={isForCredit}
          error={isPhoneWrong ? words.phoneInvalid : undefined}
          {...field('phone', 20)}
        />
        <TextField label={billingWords.address} {...field('address', 300)} />
        <TextField
          label={billingWords.gstin}
          error={isWrong ? words.gstinInvalid : undefined}
          // Longer than a GSTIN: invisible characters may be pasted with it.
          {...field('gstin', 20)}
        />
        <SelectField
          label={billingWords.state}
          hint={words.stateHint}
          {...field('stateCode', 2)}
          value={stateCode}
          disabled={stateCodeOfGstin(gstin) !== null}
        >
          <option value="">{words.stateOfStore}</option>
          <Options of={statesByName} />
        </SelectField>
        <TextField label={billingWords.doctor} {...field('doctor', 200)} />
        <TextField label={words.registration} {...field('registration', 50)} />
      </SimpleGrid>
    </FormDialog>
  )
}

/** Leaves the page for the bill that goods are returned from. The draft is stored, so the user can return. */
export function FindBillDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const find = async () => {
    const text = typed.trim()
    if (text === '') return
    const [id, ...others] = await findBills(text)
    void navigate(id && others.length === 0 ? `/bills/${id}` : `/bills?search=${encodeURIComponent(text)}`)
  }
  return (
    <FormDialog
      title={sharedWords.returnAction}
      submitLabel={words.findBill}
      onSubmit={find}
      onClose={onClose}
    >
      <TextField
        label={words.billNumberOrPhone}
        hint={words.orScanQr}
        name="bill"
        autoComplete="off"
        maxLength={40}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  )
}

/** `10%` and `10` are percentages; `₹50` and `50rs` are rupees. Undefined for other text. */
export function parseDiscount(text: string): Discount | undefined {
  const [, sign, figure = '', unit] = /^(₹|rs\.?)?\s*([\d.,]+)\s*(%|rs\.?|₹)?$/i.exec(text.trim()) ?? []
  const paise = parsePaise(figure)
  if (paise === null) return text.trim() === '' ? null : undefined
  if (paise === 0) return null
  if (sign || (unit && unit !== '%')) return { paise }
  return paise > 10_000 ? undefined : { basisPoints: paise }
}

function typedDiscount(discount: Discount): string {
  if (discount === null) return ''
  return 'paise' in discount ? `₹${discount.paise / 100}` : `${discount.basisPoints / 100}%`
}

interface DiscountProps {
  draft: BillDraft
  entry: BillEntry | undefined
  onSave: (discount: Discount, isBill: boolean) => void
  onClose: () => void
}

export function DiscountDialog({ draft, entry, onSave, onClose }: DiscountProps) {
  const [of, setOf] = useState<'line' | 'bill'>('bill')
  const [text, setText] = useState(typedDiscount(draft.discount))
  const [isWrong, setWrong] = useState(false)
  const choices = [
    { value: 'bill' as const, label: billingWords.bill, palette: 'blue', keyName: 'B' },
    { value: 'line' as const, label: entry?.medicine.name ?? words.line, palette: 'blue', keyName: 'L' },
  ]
  const present = { bill: typedDiscount(draft.discount), line: typedDiscount(entry?.discount ?? null) }
  const choose = (next: 'line' | 'bill') => {
    setOf(next)
    // A number that was already typed is kept.
    if (text === present[of]) setText(present[next])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { b: 'bill' as const, l: 'line' as const }[event.key.toLowerCase()]
    if (!next || (next === 'line' && !entry)) return
    event.preventDefault()
    choose(next)
  }
  const save = () => {
    const discount = parseDiscount(text)
    if (discount === undefined) setWrong(true)
    else onSave(discount, of === 'bill')
  }
  return (
    <FormDialog title={billingWords.discount} submitLabel={words.apply} onSubmit={save} onClose={onClose}>
      <TextField
        label={billingWords.discount}
        name="discount"
        autoComplete="off"
        hint={words.discountHint}
        error={isWrong ? words.discountInvalid : undefined}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setWrong(false)
        }}
        onKeyDown={onKeyDown}
      />
      <ChoiceField
        label={words.discountOn}
        name="of"
        value={of}
        choices={entry ? choices : choices.slice(0, 1)}
        onChange={choose}
      />
    </FormDialog>
  )
}

interface BatchProps {
  entry: BillEntry
  onSave: (chosen: BillEntry['chosen']) => void
  onClose: () => void
}

export function BatchDialog({ entry, onSave, onClose }: BatchProps) {
  const batches = entry.batches ?? []
  const [picked, setPicked] = useState<SoldBatch | null>(null)
  const [reason, setReason] = useState('')
  if (picked === null)
    return (
      <PickDialog
        title={words.batchOfMedicine(entry.medicine.name)}
        items={batches}
        textOf={(batch, at) => ({
          key: batchKey(batch),
          label: words.batchWords(batch),
          detail: words.batchStock(batch.units, at),
        })}
        empty={words.noOtherBatchKnown}
        onPick={(batch) => (batch === batches[0] ? onSave(undefined) : setPicked(batch))}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={words.whyBatch}
      submitLabel={words.takeBatch}
      disabled={readText(reason) === ''}
      onSubmit={() => onSave({ ...toBillBatch(picked), reason: readText(reason) })}
      onClose={onClose}
    >
      <TextField
        label={billingWords.reason}
        required
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
