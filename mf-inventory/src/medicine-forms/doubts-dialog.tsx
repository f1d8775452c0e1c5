import type { CreateMedicine, Medicine } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { Box, ConfirmDialog, formatCount, formatDate, formatRupees, Text } from '@mms/ui'
import { useEffect, useRef } from 'react'
import * as words from '../words/medicine-forms.ts'
import type { FieldName, MedicineFormApi } from './form-values.ts'

export interface Doubt {
  field: FieldName
  text: string
}

/** A price that changes by this factor is probably a misplaced decimal point. */
const FAR = 10

interface Props {
  doubts: Doubt[]
  onAnswer: (save: boolean) => void
  form: MedicineFormApi
}

export function DoubtsDialog({ doubts, onAnswer, form }: Props) {
  const [first] = doubts
  const backTo = useRef<FieldName | null>(null)
  const isOpen = first !== undefined
  useEffect(() => {
    // Wait until the dialog has closed. Until then the form cannot take the focus.
    if (isOpen || backTo.current === null) return
    form.setFocus(backTo.current)
    backTo.current = null
  }, [isOpen, form])
  if (!first) return null
  return (
    <ConfirmDialog
      open
      title={words.isRight}
      confirmLabel={words.saveAnyway}
      cancelLabel={words.goBack}
      onConfirm={() => onAnswer(true)}
      onCancel={() => {
        backTo.current = first.field
        onAnswer(false)
      }}
    >
      {doubts.length === 1 ? (
        <Text>{first.text}</Text>
      ) : (
        <Box as="ul" ps="5" listStyleType="disc">
          {doubts.map(({ field, text }) => (
            <li key={field}>{text}</li>
          ))}
        </Box>
      )}
    </ConfirmDialog>
  )
}

/** Compares and shows the price per pack, as it was typed. */
const priceOf = ({ packPrice, unitPrice }: Pick<CreateMedicine, 'packPrice' | 'unitPrice'>): number =>
  packPrice ?? unitPrice

/** `stored` is the medicine before the edit. `others` are medicines with a similar name. */
export function doubtsOf(
  body: CreateMedicine,
  stored: Medicine | null,
  others: readonly Medicine[],
): Doubt[] {
  const namesakes = others.filter((other) => other._id !== stored?._id && isSameText(other.name, body.name))
  return [
    ...sameMedicine(body, stored, namesakes),
    ...pastExpiry(body, stored),
    ...farPrice(body, stored, namesakes),
    ...aboveMrp(body, stored),
  ]
}

/** The names of a stored medicine were checked when it was saved, so check again only if they change. */
export function needsNamesakeCheck(body: CreateMedicine, stored: Medicine | null): boolean {
  return !stored || !isSameText(stored.name, body.name) || !isSameText(stored.manufacturer, body.manufacturer)
}

function sameMedicine(body: CreateMedicine, stored: Medicine | null, namesakes: Medicine[]): Doubt[] {
  const twin = namesakes.find((other) => isSameText(other.manufacturer, body.manufacturer))
  if (!twin || !needsNamesakeCheck(body, stored)) return []
  const maker = twin.manufacturer === '' ? words.withoutManufacturer : words.byMaker(twin.manufacturer)
  const stock = words.inStockCount(formatCount(twin.currentStock))
  return [{ field: 'name', text: words.alreadyListed(twin.name, maker, stock) }]
}

function pastExpiry({ expiryDate }: CreateMedicine, stored: Medicine | null): Doubt[] {
  if (expiryDate === null || expiryDate >= storeToday() || expiryDate === stored?.expiryDate) return []
  return [{ field: 'expiryDate', text: words.expiredOn(formatDate(expiryDate)) }]
}

function farPrice(body: CreateMedicine, stored: Medicine | null, namesakes: Medicine[]): Doubt[] {
  const field = 'unitPrice'
  const price = priceOf(body)
  if (stored) {
    if (!isFar(price, priceOf(stored))) return []
    const from = formatRupees(priceOf(stored))
    return [{ field, text: words.priceChanges(from, formatRupees(price)) }]
  }
  const other = namesakes.find((namesake) => isFar(price, priceOf(namesake)))
  if (!other) return []
  const known = words.otherCosts(
    other.name,
    other.manufacturer || 'another maker',
    formatRupees(priceOf(other)),
  )
  return [{ field, text: words.priceAgainst(formatRupees(price), known) }]
}

/** Selling above MRP is unlawful in India. There is no such limit on the purchase price. */
function aboveMrp(body: CreateMedicine, stored: Medicine | null): Doubt[] {
  const price = priceOf(body)
  const mrp = body.packMrp ?? body.mrp
  if (!mrp || price <= mrp) return []
  if (stored && price === priceOf(stored) && mrp === (stored.packMrp ?? stored.mrp)) return []
  const text = words.priceAboveMrp(formatRupees(price), formatRupees(mrp))
  return [{ field: 'unitPrice', text }]
}

function isFar(price: number, known: number): boolean {
  return known > 0 && (price >= known * FAR || price * FAR <= known)
}

const folded = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
const isSameText = (a: string, b: string) => folded(a) === folded(b)
