import type { TransactionType } from '@mms/contracts'
import { GridItem, NumberField, SelectField, TextField } from '@mms/ui'
import type { PickedMedicine } from '../medicines/api.ts'
import { isExpired } from '../medicines/medicine-picker.tsx'
import { transactionTypeNames, typeLooks } from '../transactions/transaction-types.ts'
import { type FieldName, fieldLabels } from './form-values.ts'
import type { TransactionFormApi } from './use-transaction-form.ts'

interface TypeFieldsProps {
  form: TransactionFormApi
  medicine: PickedMedicine | null
  type: TransactionType
}

/** What is recorded, and for an adjustment which way. */
export function TypeFields({ form, medicine, type }: TypeFieldsProps) {
  const isAdjustment = type === 'adjustment'
  const isUnsaleable = type === 'sale' && medicine !== null && isExpired(medicine)
  return (
    <>
      <GridItem colSpan={{ base: isAdjustment ? 1 : 2, lg: isAdjustment ? 2 : 3 }}>
        <SelectField
          label={fieldLabels.type}
          required
          hint={isUnsaleable ? 'Expired stock cannot be sold; Expired writes it off.' : null}
          {...fieldProps(form, 'type')}
        >
          {transactionTypeNames.map((name) => (
            <option key={name} value={name}>
              {typeLooks[name].name}
            </option>
          ))}
        </SelectField>
      </GridItem>
      {isAdjustment ? (
        <GridItem colSpan={{ base: 1, lg: 2 }}>
          <SelectField label={fieldLabels.direction} {...fieldProps(form, 'direction')}>
            <option value="increase">Increase</option>
            <option value="decrease">Decrease</option>
          </SelectField>
        </GridItem>
      ) : null}
    </>
  )
}

export function AmountFields({ form, busy }: { form: TransactionFormApi; busy: boolean }) {
  return (
    <>
      <GridItem colSpan={{ base: 1, lg: 2 }}>
        <NumberField
          label={fieldLabels.quantity}
          required
          min={1}
          step={1}
          inputMode="numeric"
          readOnly={busy}
          {...fieldProps(form, 'quantity')}
        />
      </GridItem>
      <GridItem colSpan={{ base: 1, lg: 2 }}>
        <NumberField
          label={fieldLabels.unitPrice}
          required
          min={0}
          step={0.01}
          readOnly={busy}
          {...fieldProps(form, 'unitPrice')}
        />
      </GridItem>
      <GridItem colSpan={{ base: 2, lg: 12 }}>
        <TextField
          label={fieldLabels.note}
          placeholder="Enter any additional details"
          readOnly={busy}
          {...fieldProps(form, 'note')}
        />
      </GridItem>
    </>
  )
}

/** What a field needs besides its label: its name in the form, its value, and its error. */
function fieldProps(form: TransactionFormApi, field: FieldName) {
  return { ...form.register(field), error: form.formState.errors[field]?.message }
}
