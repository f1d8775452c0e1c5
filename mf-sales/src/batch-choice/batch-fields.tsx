import { storeToday } from '@mms/sdk'
import { numberOf } from '@mms/sdk/form-rules'
import { GridItem, SelectField, Text, TextField } from '@mms/ui'
import type { KeyboardEvent } from 'react'
import {
  batchChoicesOf,
  batchOptionValue,
  describeBatch,
  describeBatchSplit,
  OTHER_BATCH,
} from '../batches/choices.ts'
import { useBatches } from '../batches/use-batches.ts'
import {
  ExpiryDateField,
  type FieldsProps,
  fieldProps,
  type MedicineFieldsProps,
} from '../draft/field-props.tsx'
import { fieldLabels } from '../draft/form-values.ts'
import { hasNoModifier, useShortcut } from '../draft/use-shortcut.ts'
import { Options } from '../elements.tsx'
import type { PickedMedicine } from '../medicines/api.ts'
import * as words from '../words/batch-choice.ts'
import * as sharedWords from '../words/shared.ts'

const batchKey = 'F6'
const batchNumber = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const
const wide = { base: 2, lg: 4 } as const

export function BatchFields({ medicine, ...props }: MedicineFieldsProps) {
  if (props.form.values.type === 'purchase') return <NumberOfDelivery {...props} />
  return medicine ? <BatchChoice {...props} medicine={medicine} /> : null
}

/** A browser opens the list on Enter. Here Enter submits the form, as in every other field. */
function enterSubmits(event: KeyboardEvent<HTMLSelectElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  if (!event.repeat) event.currentTarget.form?.requestSubmit()
}

const OnlyBatch = ({ children }: { children: string | undefined }) => (
  <GridItem colSpan={wide}>
    <Text textStyle="sm" fontWeight="medium">
      {fieldLabels.batch}
    </Text>
    <Text mt="1.5">{children}</Text>
  </GridItem>
)

const NumberOfDelivery = (props: FieldsProps) => (
  <GridItem colSpan={{ base: 2, lg: 2 }}>
    <TextField placeholder={words.numberOnPack} {...batchNumber} {...fieldProps(props, 'batch')} />
  </GridItem>
)

const OtherBatch = (props: FieldsProps) => (
  <>
    <GridItem colSpan={{ base: 2, lg: 2 }}>
      <TextField placeholder={words.ifAny} {...batchNumber} {...fieldProps(props, 'foundNumber')} />
    </GridItem>
    <GridItem colSpan={{ base: 1, lg: 2 }}>
      <ExpiryDateField {...fieldProps(props, 'foundExpiryDate')} />
    </GridItem>
  </>
)

function BatchChoice({ medicine, ...props }: FieldsProps & { medicine: PickedMedicine }) {
  const { type, direction, quantity, batch, pack } = props.form.values
  useShortcut(
    (event) => event.key === batchKey && hasNoModifier(event),
    () => props.elements.focus('batch'),
  )
  const batches = useBatches(medicine._id)
  const choices = batchChoicesOf(batches, { type, direction, today: storeToday() })
  if (!choices && batch === '') return null
  const others = choices?.others ?? []
  if (others.length === 0 && batch === '' && !choices?.canBeOther)
    return <OnlyBatch>{choices?.first}</OnlyBatch>
  const isOther = choices?.canBeOther === true && batch === OTHER_BATCH
  const isGone = batch !== '' && !isOther && !others.some((other) => batchOptionValue(other) === batch)
  const canSplit = type === 'sale' && (batch === '' || pack !== null)
  const sold = { quantity: numberOf(quantity), number: pack?.number, today: storeToday() }
  const split = canSplit ? describeBatchSplit(batches, sold) : undefined
  return (
    <>
      <GridItem colSpan={wide}>
        <SelectField
          hint={
            type === 'sale' && batch === ''
              ? words.takeAnother(split ?? sharedWords.firstToExpire, batchKey)
              : split
          }
          {...fieldProps(props, 'batch')}
          onKeyDown={enterSubmits}
        >
          <option value="">
            {type !== 'sale' && pack?.number
              ? words.scannedNumber(pack.number)
              : (choices?.first ?? sharedWords.firstToExpire)}
          </option>
          <Options of={others.map((other) => [batchOptionValue(other), describeBatch(other)])} />
          {isGone ? <option value={batch}>{batch}</option> : null}
          {choices?.canBeOther ? <option value={OTHER_BATCH}>{words.anotherBatchNumber}</option> : null}
        </SelectField>
      </GridItem>
      {isOther ? <OtherBatch {...props} /> : null}
      {type === 'sale' && batch !== '' ? (
        <GridItem colSpan={wide}>
          <TextField
            required
            placeholder={words.whyNotFirst}
            maxLength={200}
            {...fieldProps(props, 'batchReason')}
          />
        </GridItem>
      ) : null}
    </>
  )
}
