import { MAX_PACK_SIZE, type MedicineFieldIn, packWords, schedules, unitWords } from '@mms/contracts'
import { NumberField, SelectField, SimpleGrid, TextField } from '@mms/ui'
import type { ReactNode } from 'react'
import { fieldsIn, optionsOf } from '../options.tsx'
import * as words from '../words/medicine-forms.ts'
import { inputPropsOf, type MedicineFormApi } from './form-values.ts'

const scheduleNames = Object.fromEntries(schedules.map((each) => [each, each === 'none' ? words.none : each]))
const row = { columns: { base: 1, sm: 3 }, gap: '4', gridColumn: '1 / -1' } as const

export function PackFields({ form }: { form: MedicineFormApi }) {
  const inputs: Record<MedicineFieldIn<'pack'>, ReactNode> = {
    packSize: (
      <NumberField
        hint={words.packSizeHint}
        required
        min={1}
        max={MAX_PACK_SIZE}
        step={1}
        inputMode="numeric"
        {...inputPropsOf(form, 'packSize')}
      />
    ),
    packWord: <SelectField {...inputPropsOf(form, 'packWord')}>{optionsOf(packWords)}</SelectField>,
    unitWord: <SelectField {...inputPropsOf(form, 'unitWord')}>{optionsOf(unitWords)}</SelectField>,
  }
  return <SimpleGrid {...row}>{fieldsIn(inputs)}</SimpleGrid>
}

export function TaxFields({ form }: { form: MedicineFormApi }) {
  const inputs: Record<MedicineFieldIn<'tax'>, ReactNode> = {
    hsn: (
      <TextField
        hint={words.hsnHint}
        required
        inputMode="numeric"
        autoComplete="off"
        {...inputPropsOf(form, 'hsn')}
      />
    ),
    taxClass: <SelectField {...inputPropsOf(form, 'taxClass')}>{optionsOf(words.taxClassNames)}</SelectField>,
    schedule: <SelectField {...inputPropsOf(form, 'schedule')}>{optionsOf(scheduleNames)}</SelectField>,
  }
  return <SimpleGrid {...row}>{fieldsIn(inputs)}</SimpleGrid>
}
