import { type Batch, type Pack, packPriceOf, type UpdateBatch, updateBatchSchema } from '@mms/contracts'
import { DateField, useSession } from '@mms/sdk'
import {
  fieldProps,
  formRules,
  numberOf,
  showSaveFailure,
  useSaveFailure,
  useSchemaForm,
} from '@mms/sdk/forms'
import { NumberField, SaveFailureAlert, SimpleGrid, TextField } from '@mms/ui'
import type { FormEvent } from 'react'
import { FormDialog } from '../form-dialog.tsx'
import * as words from '../words/batches.ts'
import * as sharedWords from '../words/shared.ts'
import { updateBatch } from './api.ts'

const labels = words.fieldLabels
type Name = keyof typeof labels
type Values = Record<Name, string>

const mapFields = <T,>(map: (field: Name) => T) =>
  Object.fromEntries(Object.keys(labels).map((field) => [field, map(field as Name)])) as Record<Name, T>

const ofUnits = ['unitPrice', 'mrp', 'costPrice'] as const
const ofPacks = ['packPrice', 'packMrp', 'packCost'] as const
const prices: readonly Name[] = [...ofUnits, ...ofPacks]

/** Uses a stored pack price only if it matches the unit price. Otherwise multiplies the unit price. */
function withPackPrices(batch: Batch, packSize: number): Batch {
  const exact = ofPacks.map((field, index) => {
    const unit = batch[ofUnits[index] as 'mrp'] ?? null
    return [field, unit && packPriceOf(batch[field], unit, packSize)]
  })
  return { ...batch, ...Object.fromEntries(exact) }
}

const rules = formRules<Values, UpdateBatch, Name>({
  name: 'batch',
  labels,
  empty: mapFields(() => ''),
  schema: updateBatchSchema,
  bodyOf: (values) => {
    const { number, ...body } = mapFields((field) => {
      if (values[field] === '') return null
      return prices.includes(field) ? numberOf(values[field]) : values[field]
    })
    return { ...(number !== null && { number }), ...body }
  },
})

const valuesOf = (batch: Batch): Values => mapFields((field) => String(batch[field] ?? ''))

/** Sends only changed fields, because another user may have edited the others meanwhile. */
function changesIn(body: UpdateBatch, batch: Batch): UpdateBatch {
  const isChanged = ([field, value]: [string, unknown]) =>
    (value ?? null) !== (batch[field as keyof UpdateBatch] ?? null)
  return Object.fromEntries(Object.entries(body).filter(isChanged))
}

const price = { min: 0.01, step: 0.01, placeholder: words.ofTheMedicine } as const

interface Props {
  batch: Batch
  pack: Partial<Pack>
  onClose: () => void
}

export function EditBatchDialog({ batch: stored, pack: { packSize = 1 }, onClose }: Props) {
  const batch = withPackPrices(stored, packSize)
  const [ownPrice, mrp, cost] = packSize > 1 ? ofPacks : ofUnits
  const form = useSchemaForm(rules, valuesOf(batch))
  const [failure, setFailure] = useSaveFailure(form)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const save = async () => {
    const result = rules.validate(form.getValues())
    if (!('body' in result)) return
    setFailure(null)
    try {
      const changes = changesIn(result.body, batch)
      if (Object.keys(changes).length > 0) await updateBatch(stored, changes)
    } catch (error) {
      setFailure(showSaveFailure(form, rules, { error, title: words.failedSaveBatch }))
      return
    }
    onClose()
  }
  const onSubmit = (event: FormEvent) => void form.handleSubmit(save)(event)
  return (
    <FormDialog
      title={words.editBatch(words.batchName(batch))}
      submitLabel={words.saveBatch}
      isSaving={form.formState.isSubmitting}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <SaveFailureAlert failure={failure} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField
          label={labels.number}
          required={batch.number !== null}
          placeholder={batch.number === null ? words.onPacks : undefined}
          autoComplete="off"
          {...fieldProps(form, 'number')}
        />
        <DateField
          label={labels.expiryDate}
          placeholder={sharedWords.mmYy}
          {...fieldProps(form, 'expiryDate')}
        />
        <NumberField label={labels[ownPrice]} {...price} {...fieldProps(form, ownPrice)} />
        <NumberField label={labels[mrp]} {...price} {...fieldProps(form, mrp)} />
        {isAdmin ? <NumberField label={labels[cost]} {...price} {...fieldProps(form, cost)} /> : null}
        <TextField label={labels.supplier} maxLength={200} {...fieldProps(form, 'supplier')} />
        <DateField label={labels.returnBy} {...fieldProps(form, 'returnBy')} />
      </SimpleGrid>
    </FormDialog>
  )
}
