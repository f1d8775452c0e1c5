import { type TransactionType, unitsLeft } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { numberOf } from '@mms/sdk/form-rules'
import { Box, ChoiceField, formatDate, GridItem, NumberField, SelectField, TextField } from '@mms/ui'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { BatchFields } from '../batch-choice/batch-fields.tsx'
import { batchOfSale } from '../batches/choices.ts'
import { useBatches } from '../batches/use-batches.ts'
import { DeliveryDetails } from '../deliveries/delivery-details.tsx'
import {
  ExpiryDateField,
  type FieldsProps,
  fieldProps,
  type MedicineFieldsProps,
} from '../draft/field-props.tsx'
import { fieldLabels } from '../draft/form-values.ts'
import { hasNoModifier, useShortcut } from '../draft/use-shortcut.ts'
import type { TransactionFormApi } from '../draft/use-transaction-form.ts'
import { type PickedMedicine, useLastCost } from '../medicines/api.ts'
import { ExpiryNote, isExpired, unitsText } from '../medicines/medicine-words.tsx'
import { useIsCatalogueBehind } from '../medicines/use-medicines.ts'
import { transactionTypeNames, typeLooks } from '../transactions/transaction-types.ts'
import { undoKey } from '../undo/use-undo.ts'
import * as words from '../words/counter.ts'

const narrow = { base: 1, lg: 2 } as const
const undoHint = <Box css={{ '@media (hover: none)': { display: 'none' } }}>{words.undoesLast(undoKey)}</Box>

/** Function keys type no text, and the counter does not need the browser's own use of them. */
const typeKeys: Record<TransactionType, string> = {
  sale: 'F2',
  purchase: 'F4',
  return: 'F8',
  expired: 'F9',
  adjustment: 'F10',
}

const types = transactionTypeNames.map((value) => {
  const { name: label, palette } = typeLooks[value]
  return { value, label, palette, keyName: typeKeys[value] }
})

export function TypeField({ form, elements, medicine }: MedicineFieldsProps) {
  const { type } = form.values
  const isUnsaleable = type === 'sale' && medicine !== null && isExpired(medicine)
  const typeOf = (key: string) => transactionTypeNames.find((each) => typeKeys[each] === key)
  useShortcut(
    (event) => hasNoModifier(event) && typeOf(event.key) !== undefined,
    ({ key }) => form.set('type', typeOf(key) ?? type),
  )
  return (
    <GridItem colSpan={{ base: 2, lg: 12 }}>
      <ChoiceField
        label={fieldLabels.type}
        required
        name="type"
        value={type}
        choices={types}
        onChange={(value) => form.set('type', value)}
        hint={isUnsaleable ? words.chooseExpired : undoHint}
        ref={elements.refOf('type')}
      />
    </GridItem>
  )
}

export function DirectionField(props: FieldsProps) {
  if (props.form.values.type !== 'adjustment') return null
  return (
    <GridItem colSpan={{ base: 2, lg: 2 }}>
      <SelectField {...fieldProps(props, 'direction')}>
        <option value="increase">{words.increase}</option>
        <option value="decrease">{words.decrease}</option>
      </SelectField>
    </GridItem>
  )
}

/** Types with so few fields that the note fits beside them. */
const hasOneRow = (type: string) => type !== 'purchase' && type !== 'adjustment'

/** Grid columns of the medicine field. */
export const medicineSpan = (type: string) => ({
  base: 2,
  lg: type === 'adjustment' ? 6 : 8,
  ...(hasOneRow(type) && { xl: 5 }),
})

const wholeUnits = { required: true, min: 1, step: 1, inputMode: 'numeric' } as const
const rupees = { min: 0, step: 0.01 } as const

export function AmountFields({ medicine, ...props }: MedicineFieldsProps) {
  const { type, direction, quantity } = props.form.values
  const priceName = useUsualPrice(props.form, medicine)
  const left = medicine
    ? unitsLeft({ type, direction, quantity: numberOf(quantity) }, medicine, storeToday())
    : undefined
  // Memoised per medicine, so that typing does not redraw the field.
  const hint = useMemo(
    () => (medicine ? <StockHint medicine={medicine} isSale={type === 'sale'} left={left} /> : null),
    [medicine, type, left],
  )
  return (
    <>
      <GridItem colSpan={narrow}>
        <NumberField {...wholeUnits} hint={hint} {...fieldProps(props, 'quantity')} />
      </GridItem>
      <GridItem colSpan={narrow}>
        <NumberField required {...rupees} hint={priceName} {...fieldProps(props, 'unitPrice')} />
      </GridItem>
      <BatchFields {...props} medicine={medicine} />
      {type === 'purchase' ? <DeliveryFields {...props} /> : null}
      <GridItem colSpan={{ base: 2, lg: 12, ...(hasOneRow(type) && { xl: 3 }) }}>
        <TextField placeholder={words.notePlaceholder} {...fieldProps(props, 'note')} />
      </GridItem>
    </>
  )
}

function DeliveryFields(props: FieldsProps) {
  return (
    <>
      <GridItem colSpan={narrow}>
        <ExpiryDateField {...fieldProps(props, 'newExpiryDate')} />
      </GridItem>
      <GridItem colSpan={narrow}>
        <NumberField {...rupees} placeholder={words.unchanged} {...fieldProps(props, 'newUnitPrice')} />
      </GridItem>
      <DeliveryDetails {...props} />
    </>
  )
}

/**
 * Fills in the price of the sold batch, or the last cost of a purchase, and returns the price hint. Keeps a
 * typed price. Removes a cost when the type changes, because nothing is sold at cost.
 */
function useUsualPrice(form: TransactionFormApi, medicine: PickedMedicine | null): string | undefined {
  const { type, batch: chosen, unitPrice } = form.values
  const selling = medicine?.unitPrice
  const batches = useBatches(medicine?._id)
  const cost = useLastCost(medicine?._id, type)
  const sold = type === 'sale' ? batchOfSale(batches, { chosen, today: storeToday() }) : undefined
  const price = (type === 'purchase' ? cost : sold?.unitPrice) ?? selling
  const lastType = useRef(type)
  const follow = useEffectEvent(() => {
    const isCost = lastType.current === 'purchase' && type !== 'purchase'
    lastType.current = type
    if (price === undefined || !(isCost || ['sale', 'purchase'].includes(type))) return
    const typed = numberOf(form.read().unitPrice)
    const isOfShelf = typed === selling || batches.some((batch) => batch.unitPrice === typed)
    if ((isCost ? typed === cost : isOfShelf) && typed !== price) form.set('unitPrice', price.toFixed(2))
  })
  const key = form.readKey()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chosen medicine begins a new key at its own price
  useEffect(() => follow(), [price, type, key])
  if (type !== 'purchase' || medicine === null) return undefined
  const typed = numberOf(unitPrice)
  if (typed === cost) return words.lastCost
  return typed === selling ? words.sellingPrice : undefined
}

interface Props {
  medicine: PickedMedicine
  isSale: boolean
  left: number | undefined
}

function StockHint({ medicine, isSale, left }: Props) {
  const isBehind = useIsCatalogueBehind()
  const { expiryDate, unsaleable } = medicine
  if (unsaleable) return <Refusal>{words.cannotBeSold(unsaleable.reason)}</Refusal>
  if (expiryDate && isSale && isExpired(medicine))
    return <Refusal>{words.expiredNotSold(formatDate(expiryDate))}</Refusal>
  const when = isBehind ? words.whenLastConnected : ''
  return (
    <>
      {left === undefined ? null : <Refusal>{words.unitsLeft(unitsText(left, medicine), when)}</Refusal>}{' '}
      <ExpiryNote medicine={medicine} />
    </>
  )
}

const Refusal = ({ children }: { children: string }) => (
  <span role="status" style={refusalStyle}>
    {children}
  </span>
)

const refusalStyle = { color: 'var(--chakra-colors-fg-error)', fontWeight: 600 }
