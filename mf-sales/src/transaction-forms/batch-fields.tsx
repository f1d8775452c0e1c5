import { storeToday } from '@mms/sdk'
import { GridItem, SelectField, TextField } from '@mms/ui'
import { batchText, choicesOf, nameOf } from '../batches/choices.ts'
import { useBatches } from '../batches/use-batches.ts'
import type { PickedMedicine } from '../medicines/api.ts'
import { readLimits } from '../questions/limits.ts'
import { type FieldsProps, fieldProps } from './field-props.tsx'
import { fieldLabels } from './form-values.ts'
import { batchKey, useBatchKey } from './use-batch-key.ts'

const wide = { base: 2, lg: 4 } as const

/** The number of a delivery, or which of several batches is meant. */
export function BatchFields({ medicine, ...props }: FieldsProps & { medicine: PickedMedicine | null }) {
  if (props.form.values.type === 'purchase') return <NumberOfDelivery {...props} />
  return medicine ? <BatchChoice {...props} medicineId={medicine._id} /> : null
}

/** The previous release does not keep it. Serves release 0.1. */
function NumberOfDelivery(props: FieldsProps) {
  if (!readLimits().isFromServer && props.form.values.batch === '') return null
  return (
    <GridItem colSpan={{ base: 2, lg: 2 }}>
      <TextField
        label={fieldLabels.batch}
        placeholder="Number on the pack"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...fieldProps(props, 'batch')}
      />
    </GridItem>
  )
}

function BatchChoice({ medicineId, ...props }: FieldsProps & { medicineId: string }) {
  const { type, batch } = props.form.values
  useBatchKey(props.elements)
  const choices = choicesOf(useBatches(medicineId), { type, today: storeToday() })
  if (!choices && batch === '') return null
  const others = choices?.others ?? []
  const isGone = batch !== '' && !others.some((other) => nameOf(other) === batch)
  return (
    <>
      <GridItem colSpan={wide}>
        <SelectField
          label={fieldLabels.batch}
          hint={
            type === 'sale' && batch === '' ? `First to expire. ${batchKey} and ↓ take another.` : undefined
          }
          {...fieldProps(props, 'batch')}
        >
          <option value="">{choices?.first ?? 'First to expire'}</option>
          {others.map((other) => (
            <option key={other._id} value={nameOf(other)}>
              {batchText(other)}
            </option>
          ))}
          {isGone ? <option value={batch}>{batch}</option> : null}
        </SelectField>
      </GridItem>
      {type === 'sale' && batch !== '' ? (
        <GridItem colSpan={wide}>
          <TextField
            label={fieldLabels.batchReason}
            required
            placeholder="Why not the first to expire"
            maxLength={200}
            {...fieldProps(props, 'batchReason')}
          />
        </GridItem>
      ) : null}
    </>
  )
}
