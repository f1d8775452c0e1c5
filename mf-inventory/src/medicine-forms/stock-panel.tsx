import { DateField, useParams, useSession } from '@mms/sdk'
import { fieldProps } from '@mms/sdk/forms'
import { Card, NumberField, SimpleGrid } from '@mms/ui'
import { useSeveralBatches } from '../batches/api.ts'
import { BatchesInForm } from './batches-in-form.tsx'
import { fieldLabels, type MedicineFormApi } from './form-values.ts'

const price = { min: 0.01, step: 0.01, placeholder: 'Optional' } as const
const units = { required: true, min: 0, step: 1, inputMode: 'numeric' } as const

export function StockPanel({ form }: { form: MedicineFormApi }) {
  const { id } = useParams()
  const several = useSeveralBatches(id)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  return (
    <Card title="Stock & Price">
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {several ? null : (
          <NumberField label={fieldLabels.currentStock} {...units} {...fieldProps(form, 'currentStock')} />
        )}
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
          {...price}
          {...fieldProps(form, 'mrp')}
        />
        {isAdmin ? (
          <NumberField
            label={fieldLabels.costPrice}
            hint="A purchase sets it. Only administrators see it."
            {...price}
            {...fieldProps(form, 'costPrice')}
          />
        ) : null}
        {several && id ? (
          <BatchesInForm medicineId={id} batches={several} />
        ) : (
          <DateField label={fieldLabels.expiryDate} placeholder="MM/YY" {...fieldProps(form, 'expiryDate')} />
        )}
      </SimpleGrid>
    </Card>
  )
}
