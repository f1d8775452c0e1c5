import { MAX_PACK_SIZE, packWords, schedules, taxClasses, unitWords } from '@mms/contracts'
import { fieldProps } from '@mms/sdk/forms'
import { NumberField, SelectField, SimpleGrid, TextField } from '@mms/ui'
import { fieldLabels, type MedicineFormApi } from './form-values.ts'

const row = { columns: { base: 1, sm: 3 }, gap: '4', gridColumn: '1 / -1' } as const

export function PackFields({ form }: { form: MedicineFormApi }) {
  return (
    <SimpleGrid {...row}>
      <NumberField
        label={fieldLabels.packSize}
        hint="Units in a pack. 1 if packs are never opened."
        required
        min={1}
        max={MAX_PACK_SIZE}
        step={1}
        inputMode="numeric"
        {...fieldProps(form, 'packSize')}
      />
      <SelectField label={fieldLabels.packWord} {...fieldProps(form, 'packWord')}>
        {packWords.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </SelectField>
      <SelectField label={fieldLabels.unitWord} {...fieldProps(form, 'unitWord')}>
        {unitWords.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </SelectField>
    </SimpleGrid>
  )
}

const taxClassNames = { medicine: 'Medicine', nil: 'Nil rate', standard: 'Standard' }

export function TaxFields({ form }: { form: MedicineFormApi }) {
  return (
    <SimpleGrid {...row}>
      <TextField
        label={fieldLabels.hsn}
        hint="4, 6 or 8 digits"
        required
        inputMode="numeric"
        autoComplete="off"
        {...fieldProps(form, 'hsn')}
      />
      <SelectField label={fieldLabels.taxClass} {...fieldProps(form, 'taxClass')}>
        {taxClasses.map((taxClass) => (
          <option key={taxClass} value={taxClass}>
            {taxClassNames[taxClass]}
          </option>
        ))}
      </SelectField>
      <SelectField label={fieldLabels.schedule} {...fieldProps(form, 'schedule')}>
        {schedules.map((schedule) => (
          <option key={schedule} value={schedule}>
            {schedule === 'none' ? 'None' : schedule}
          </option>
        ))}
      </SelectField>
    </SimpleGrid>
  )
}
