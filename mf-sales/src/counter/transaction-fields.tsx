import { type TransactionType, unitsLeft } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { numberOf } from '@mms/sdk/form-rules'
import { Box, ChoiceField, GridItem, NumberField, SelectField, TextField } from '@mms/ui'
import { useMemo } from 'react'
import { BatchFields } from '../batch-choice/batch-fields.tsx'
import { DeliveryDetails } from '../deliveries/delivery-details.tsx'
import { ExpiryDateField } from '../draft/expiry-date-field.tsx'
import { type FieldsProps, fieldProps } from '../draft/field-props.tsx'
import { fieldLabels } from '../draft/form-values.ts'
import { isPlain, useShortcut } from '../draft/use-shortcut.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { isExpired } from '../medicines/medicine-words.tsx'
import { StockHint } from '../medicines/stock-hint.tsx'
import { transactionTypeNames, typeLooks } from '../transactions/transaction-types.ts'
import { undoKey } from '../undo/use-undo.ts'
import { useUsualPrice } from './use-usual-price.ts'

const narrow = { base: 1, lg: 2 } as const

interface TypeFieldProps extends FieldsProps {
  medicine: PickedMedicine | null
}

/** Function keys type nothing, and browsers do not need these at the counter. */
const typeKeys: Record<TransactionType, string> = {
  sale: 'F2',
  purchase: 'F4',
  return: 'F8',
  expired: 'F9',
  adjustment: 'F10',
}

const types = transactionTypeNames.map((value) => ({
  value,
  label: typeLooks[value].name,
  palette: typeLooks[value].palette,
  keyName: typeKeys[value],
}))

const UndoHint = () => (
  <Box css={{ '@media (hover: none)': { display: 'none' } }}>{`${undoKey} undoes the last one`}</Box>
)

export function TypeField({ form, elements, medicine }: TypeFieldProps) {
  const { type } = form.values
  const isUnsaleable = type === 'sale' && medicine !== null && isExpired(medicine)
  const typeOf = (key: string) => transactionTypeNames.find((each) => typeKeys[each] === key)
  useShortcut(
    (event) => isPlain(event) && typeOf(event.key) !== undefined,
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
        hint={isUnsaleable ? 'Choose Expired to write it off.' : <UndoHint />}
        ref={elements.refOf('type')}
      />
    </GridItem>
  )
}

export function DirectionField(props: FieldsProps) {
  if (props.form.values.type !== 'adjustment') return null
  return (
    <GridItem colSpan={{ base: 2, lg: 2 }}>
      <SelectField label={fieldLabels.direction} {...fieldProps(props, 'direction')}>
        <option value="increase">Increase</option>
        <option value="decrease">Decrease</option>
      </SelectField>
    </GridItem>
  )
}

const rupees = { min: 0, step: 0.01 } as const

interface AmountFieldsProps extends FieldsProps {
  medicine: PickedMedicine | null
}

export function AmountFields({ medicine, ...props }: AmountFieldsProps) {
  const { type, direction, quantity } = props.form.values
  const priceName = useUsualPrice(props.form, medicine)
  const left = medicine
    ? unitsLeft({ type, direction, quantity: numberOf(quantity) }, medicine, storeToday())
    : undefined
  // Memoised per medicine, so that a key does not redraw the field's frame.
  const hint = useMemo(
    () => (medicine ? <StockHint medicine={medicine} isSale={type === 'sale'} left={left} /> : null),
    [medicine, type, left],
  )
  return (
    <>
      <GridItem colSpan={narrow}>
        <NumberField
          label={fieldLabels.quantity}
          required
          min={1}
          step={1}
          inputMode="numeric"
          hint={hint}
          {...fieldProps(props, 'quantity')}
        />
      </GridItem>
      <GridItem colSpan={narrow}>
        <NumberField
          label={fieldLabels.unitPrice}
          required
          {...rupees}
          hint={priceName}
          {...fieldProps(props, 'unitPrice')}
        />
      </GridItem>
      <BatchFields {...props} medicine={medicine} />
      {type === 'purchase' ? (
        <>
          <DeliveryFields {...props} />
          <DeliveryDetails {...props} />
        </>
      ) : null}
      <GridItem colSpan={{ base: 2, lg: 12 }}>
        <TextField
          label={fieldLabels.note}
          placeholder="Enter any additional details"
          {...fieldProps(props, 'note')}
        />
      </GridItem>
    </>
  )
}

function DeliveryFields(props: FieldsProps) {
  return (
    <>
      <GridItem colSpan={narrow}>
        <ExpiryDateField label={fieldLabels.newExpiryDate} {...fieldProps(props, 'newExpiryDate')} />
      </GridItem>
      <GridItem colSpan={narrow}>
        <NumberField
          label={fieldLabels.newUnitPrice}
          {...rupees}
          placeholder="Unchanged"
          {...fieldProps(props, 'newUnitPrice')}
        />
      </GridItem>
    </>
  )
}
