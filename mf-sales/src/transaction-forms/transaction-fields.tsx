import { type Question, unitsLeft } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import { numberOf } from '@mms/sdk/form-rules'
import { Box, ChoiceField, GridItem, NumberField, SelectField, TextField } from '@mms/ui'
import { type ChangeEvent, useMemo } from 'react'
import type { PickedMedicine } from '../medicines/api.ts'
import { isExpired } from '../medicines/medicine-words.tsx'
import { StockHint } from '../medicines/stock-hint.tsx'
import { QuestionLine } from '../questions/question-line.tsx'
import { transactionTypeNames, typeLooks } from '../transactions/transaction-types.ts'
import { ExpiryDateField } from './expiry-date-field.tsx'
import { type FieldName, fieldLabels } from './form-values.ts'
import type { FieldElements } from './use-field-elements.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'
import { typeKeys } from './use-type-keys.ts'
import { undoKey } from './use-undo.ts'

const narrow = { base: 1, lg: 2 } as const

interface FieldsProps {
  form: TransactionFormApi
  elements: FieldElements
  /** What is asked about one of the fields. */
  question?: Question | null
}

interface TypeFieldProps extends FieldsProps {
  medicine: PickedMedicine | null
}

const types = transactionTypeNames.map((value) => ({
  value,
  label: typeLooks[value].name,
  palette: typeLooks[value].palette,
  keyName: typeKeys[value],
}))

/** Which key undoes; not where there is no keyboard. */
const UndoHint = () => (
  <Box css={{ '@media (hover: none)': { display: 'none' } }}>{`${undoKey} undoes the last one`}</Box>
)

/** What is recorded: first of all, and always in the same place. */
export function TypeField({ form, elements, medicine }: TypeFieldProps) {
  const { type } = form.values
  const isUnsaleable = type === 'sale' && medicine !== null && isExpired(medicine)
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

/** Which way an adjustment goes. */
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
  const left = medicine
    ? unitsLeft({ type, direction, quantity: numberOf(quantity) }, medicine, storeToday())
    : undefined
  // Made once per medicine: a key in the field draws its frame again where the hint is another one.
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
        <NumberField label={fieldLabels.unitPrice} required {...rupees} {...fieldProps(props, 'unitPrice')} />
      </GridItem>
      {props.form.values.type === 'purchase' ? <DeliveryFields {...props} /> : null}
      <GridItem colSpan={{ base: 2, lg: props.form.values.type === 'purchase' ? 8 : 12 }}>
        <TextField
          label={fieldLabels.note}
          placeholder="Enter any additional details"
          {...fieldProps(props, 'note')}
        />
      </GridItem>
    </>
  )
}

/** A delivery comes with another price or date now and then: both change with the stock, in one step. */
function DeliveryFields(props: FieldsProps) {
  return (
    <>
      <GridItem colSpan={narrow}>
        <NumberField
          label={fieldLabels.newUnitPrice}
          {...rupees}
          placeholder="Unchanged"
          {...fieldProps(props, 'newUnitPrice')}
        />
      </GridItem>
      <GridItem colSpan={narrow}>
        <ExpiryDateField label={fieldLabels.newExpiryDate} {...fieldProps(props, 'newExpiryDate')} />
      </GridItem>
    </>
  )
}

type TypedField = Exclude<FieldName, 'medicine'>

/** What a field needs besides its label: its value, what is typed in it, its error, and how the focus finds it. */
function fieldProps({ form, elements, question }: FieldsProps, field: TypedField) {
  return {
    ...(question?.field === field && { hint: <QuestionLine question={question} /> }),
    name: field,
    ref: elements.refOf(field),
    value: form.values[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      form.set(field, target.value as never),
    error: form.errors[field],
  }
}
