import { fieldProps } from '@mms/sdk/forms'
import { Card, DateField, NumberField, SimpleGrid } from '@mms/ui'
import { fieldLabels, type MedicineFormApi } from './form-values.ts'

const units = { required: true, min: 0, step: 1, inputMode: 'numeric' } as const

export function StockPanel({ form }: { form: MedicineFormApi }) {
  return (
    <Card title="Stock & Price">
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <NumberField label={fieldLabels.currentStock} {...units} {...fieldProps(form, 'currentStock')} />
        <NumberField label={fieldLabels.minStockLevel} {...units} {...fieldProps(form, 'minStockLevel')} />
        <NumberField
          label={fieldLabels.unitPrice}
          required
          min={0}
          step={0.01}
          {...fieldProps(form, 'unitPrice')}
        />
        <NumberField
          label={fieldLabels.mrp}
          hint="Printed on the pack. Nothing may be sold above it."
          min={0.01}
          step={0.01}
          placeholder="Optional"
          {...fieldProps(form, 'mrp')}
        />
        <DateField label={fieldLabels.expiryDate} {...fieldProps(form, 'expiryDate')} />
      </SimpleGrid>
    </Card>
  )
}
