import { type Batch, countText, type MedicineFieldIn, packText, unitPriceOf } from '@mms/contracts'
import { DateField, Link, useParams, useSession } from '@mms/sdk'
import {
  Alert,
  Box,
  Card,
  type Column,
  DataTable,
  formatRupees,
  NumberField,
  SimpleGrid,
  TextLink,
} from '@mms/ui'
import { Children, type ReactNode } from 'react'
import { useBatchesIfSeveral } from '../batches/api.ts'
import { expiryColumn, stockColumn } from '../batches/columns.tsx'
import { numberOf } from '../batches/words.ts'
import { isPacked } from '../medicines/pack.ts'
import { inputOf, type MedicineFormApi } from './form-values.ts'
import { PackFields } from './pack-fields.tsx'

const price = { min: 0.01, step: 0.01, placeholder: 'Optional' } as const
const units = { required: true, min: 0, step: 1, inputMode: 'numeric' } as const

export function StockPanel({ form }: { form: MedicineFormApi }) {
  const { id } = useParams()
  const several = useBatchesIfSeveral(id)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const { pack, labelOf, countHint, priceHint } = usePack(form)
  const inputs: Record<MedicineFieldIn<'stock'>, ReactNode> = {
    currentStock: several ? null : (
      <NumberField hint={countHint('currentStock')} {...units} {...inputOf(form, 'currentStock')} />
    ),
    minStockLevel: (
      <NumberField hint={countHint('minStockLevel')} {...units} {...inputOf(form, 'minStockLevel')} />
    ),
    unitPrice: (
      <NumberField
        {...inputOf(form, 'unitPrice')}
        label={labelOf('Unit Price', 'Price')}
        hint={priceHint()}
        required
        min={0}
        step={0.01}
      />
    ),
    mrp: (
      <NumberField
        {...inputOf(form, 'mrp')}
        label={labelOf('MRP')}
        hint={`Printed on the ${pack.packWord}. Nothing may be sold above it.`}
        {...price}
      />
    ),
    costPrice: isAdmin ? (
      <NumberField
        {...inputOf(form, 'costPrice')}
        label={labelOf('Cost Price')}
        hint="A purchase sets it. Only administrators see it."
        {...price}
      />
    ) : null,
    expiryDate:
      several && id ? (
        <BatchesInForm medicineId={id} batches={several} />
      ) : (
        <DateField placeholder="MM/YY" {...inputOf(form, 'expiryDate')} />
      ),
  }
  return (
    <Card title="Stock & Price">
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <PackFields form={form} />
        {Children.toArray(Object.values(inputs))}
      </SimpleGrid>
    </Card>
  )
}

/** Labels and hints for packs. At pack size 1 it watches no typed number, so that a key does not redraw the form. */
function usePack(form: MedicineFormApi) {
  const [size, packWord, unitWord] = form.watch(['packSize', 'packWord', 'unitWord'])
  const pack = { packSize: Math.floor(Number(size)) || 1, packWord, unitWord }
  return {
    pack,
    countHint(field: 'currentStock' | 'minStockLevel'): string | undefined {
      if (!isPacked(pack)) return undefined
      const count = Number(form.watch(field))
      if (!Number.isInteger(count)) return undefined
      const counted = countText(count, unitWord)
      return count < pack.packSize ? counted : `${counted} = ${packText(count, pack)}`
    },
    labelOf: (name: string, packName = name): string =>
      isPacked(pack) ? `${packName} per ${packWord} (₹)` : `${name} (₹)`,
    priceHint(): string | undefined {
      if (!isPacked(pack)) return undefined
      const typed = Number(form.watch('unitPrice'))
      return typed > 0 ? `${formatRupees(unitPriceOf(typed, pack.packSize))} per ${unitWord}` : undefined
    },
  }
}

function BatchesInForm({ medicineId, batches }: { medicineId: string; batches: readonly Batch[] }) {
  return (
    <Box gridColumn="1 / -1">
      <Alert status="info" title="Several batches are in stock">
        Change stock and expiry dates{' '}
        <TextLink asChild display="inline">
          <Link to={`/medicines/${medicineId}`}>on the medicine’s page</Link>
        </TextLink>
        , batch by batch.
      </Alert>
      <Box mt="3" borderWidth="1px" borderRadius="md" overflow="hidden">
        <DataTable caption="Batches in stock" columns={columns} rows={batches} rowKey={({ _id }) => _id} />
      </Box>
    </Box>
  )
}

const columns: Column<Batch>[] = [
  { header: 'Batch', primary: true, cell: numberOf },
  expiryColumn,
  stockColumn,
]
