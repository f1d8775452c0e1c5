import { medicineCategories } from '@mms/contracts'
import { fieldProps } from '@mms/sdk/forms'
import { Box, Card, SelectField, SimpleGrid, TextField } from '@mms/ui'
import { useState } from 'react'
import { CompositionField } from './composition-field.tsx'
import { type FieldName, fieldLabels, type MedicineFormApi } from './form-values.ts'

export function BasicPanel({ form }: { form: MedicineFormApi }) {
  /** Updated on blur, so that typing triggers no lookups. */
  const [name, setName] = useState(() => form.getValues('name').trim())
  return (
    <Card title="Basic Information">
      <SimpleGrid
        columns={{ base: 1, md: 2 }}
        gap="4"
        onBlur={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'name') setName(target.value.trim())
        }}
      >
        <TextField label={fieldLabels.name} required {...fieldProps(form, 'name')} />
        <SelectField label={fieldLabels.category} required {...fieldProps(form, 'category')}>
          <option value="">Select a category</option>
          {medicineCategories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
        <TextField label={fieldLabels.manufacturer} {...fieldProps(form, 'manufacturer')} />
        <TextField
          label={fieldLabels.barcode}
          hint="Scan or type the code on the pack"
          inputMode="numeric"
          autoComplete="off"
          {...fieldProps(form, 'barcode')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // A scanner ends its code with Enter. That must not submit the form.
            event.preventDefault()
            focusField(event.currentTarget.form, 'currentStock')
          }}
        />
        <Box gridColumn="1 / -1">
          <CompositionField form={form} name={name} />
        </Box>
      </SimpleGrid>
    </Card>
  )
}

/**
 * Must be synchronous, because the next key has to arrive there. The form library's `setFocus` runs later.
 */
function focusField(form: HTMLFormElement | null, name: FieldName): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
