import { medicineCategories } from '@mms/contracts'
import { Card, SelectField, SimpleGrid, TextField } from '@mms/ui'
import { fieldLabels } from './form-values.ts'
import { fieldProps, type MedicineFormApi } from './use-medicine-form.ts'

export function BasicPanel({ form }: { form: MedicineFormApi }) {
  return (
    <Card title="Basic Information">
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField label={fieldLabels.name} required {...fieldProps(form, 'name')} />
        <SelectField label={fieldLabels.category} required {...fieldProps(form, 'category')}>
          <option value="">Select a category</option>
          {medicineCategories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
        <TextField label={fieldLabels.manufacturer} {...fieldProps(form, 'manufacturer')} />
      </SimpleGrid>
    </Card>
  )
}
