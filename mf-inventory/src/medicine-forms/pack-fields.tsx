import {
  MAX_PACK_SIZE,
  type MedicineFieldIn,
  packWords,
  schedules,
  taxClasses,
  unitWords,
} from '@mms/contracts'
import { NumberField, SelectField, SimpleGrid, TextField } from '@mms/ui'
import { Children, type ReactNode } from 'react'
import * as words from '../words/medicine-forms.ts'
import * as sharedWords from '../words/shared.ts'
import { inputPropsOf, type MedicineFormApi } from './form-values.ts'

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
    packWord: (
      <SelectField {...inputPropsOf(form, 'packWord')}>
        {packWords.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </SelectField>
    ),
    unitWord: (
      <SelectField {...inputPropsOf(form, 'unitWord')}>
        {unitWords.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </SelectField>
    ),
  }
  return <SimpleGrid {...row}>{Children.toArray(Object.values(inputs))}</SimpleGrid>
}

const taxClassNames = { medicine: sharedWords.medicine, nil: words.nilRate, standard: words.standard }

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
    taxClass: (
      <SelectField {...inputPropsOf(form, 'taxClass')}>
        {taxClasses.map((taxClass) => (
          <option key={taxClass} value={taxClass}>
            {taxClassNames[taxClass]}
          </option>
        ))}
      </SelectField>
    ),
    schedule: (
      <SelectField {...inputPropsOf(form, 'schedule')}>
        {schedules.map((schedule) => (
          <option key={schedule} value={schedule}>
            {schedule === 'none' ? words.none : schedule}
          </option>
        ))}
      </SelectField>
    ),
  }
  return <SimpleGrid {...row}>{Children.toArray(Object.values(inputs))}</SimpleGrid>
}
