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
import type { ReactNode } from 'react'
import { useBatchesIfSeveral } from '../batches/api.ts'
import { expiryColumn, stockColumn } from '../batches/columns.tsx'
import { isPacked } from '../medicines/pack.ts'
import { fieldsIn } from '../options.tsx'
import { numberOf } from '../words/batches.ts'
import * as words from '../words/medicine-forms.ts'
import * as sharedWords from '../words/shared.ts'
import { inputPropsOf, type MedicineFormApi } from './form-values.ts'
import { PackFields } from './pack-fields.tsx'

const price = { min: 0.01, step: 0.01, placeholder: words.optional } as const
const units = { required: true, min: 0, step: 1, inputMode: 'numeric' } as const

export function StockPanel({ form }: { form: MedicineFormApi }) {
  const { id } = useParams()
  const several = useBatchesIfSeveral(id)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const { pack, labelOf, countHint, priceHint } = usePack(form)
  const inputs: Record<MedicineFieldIn<'stock'>, ReactNode> = {
    currentStock: several ? null : (
      <NumberField hint={countHint('currentStock')} {...units} {...inputPropsOf(form, 'currentStock')} />
    ),
    minStockLevel: (
      <NumberField hint={countHint('minStockLevel')} {...units} {...inputPropsOf(form, 'minStockLevel')} />
    ),
    unitPrice: (
      <NumberField
        {...inputPropsOf(form, 'unitPrice')}
        label={labelOf(words.unitPrice, sharedWords.price)}
        hint={priceHint()}
        required
        min={0}
        step={0.01}
      />
    ),
    mrp: (
      <NumberField
        {...inputPropsOf(form, 'mrp')}
        label={labelOf(sharedWords.mrp)}
        hint={words.mrpHint(pack.packWord)}
        {...price}
      />
    ),
    costPrice: isAdmin ? (
      <NumberField
        {...inputPropsOf(form, 'costPrice')}
        label={labelOf(sharedWords.costPrice)}
        hint={words.costHint}
        {...price}
      />
    ) : null,
    expiryDate:
      several && id ? (
        <BatchesInForm medicineId={id} batches={several} />
      ) : (
        <DateField placeholder={sharedWords.mmYy} {...inputPropsOf(form, 'expiryDate')} />
      ),
  }
  return (
    <Card title={words.stockPrice}>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <PackFields form={form} />
        {fieldsIn(inputs)}
      </SimpleGrid>
    </Card>
  )
}

/** Labels and hints for packs. At pack size 1 it watches no numbers, so that typing redraws nothing. */
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
      isPacked(pack) ? words.pricePerPack(packName, packWord) : `${name} (₹)`,
    priceHint(): string | undefined {
      if (!isPacked(pack)) return undefined
      const typed = Number(form.watch('unitPrice'))
      return typed > 0
        ? words.pricePerUnit(formatRupees(unitPriceOf(typed, pack.packSize)), unitWord)
        : undefined
    },
  }
}

function BatchesInForm({ medicineId, batches }: { medicineId: string; batches: readonly Batch[] }) {
  return (
    <Box gridColumn="1 / -1">
      <Alert status="info" title={words.severalBatches}>
        {words.changeStockAndExpiry}{' '}
        <TextLink asChild display="inline">
          <Link to={`/medicines/${medicineId}`}>{words.onMedicinePage}</Link>
        </TextLink>
        {words.batchByBatch}
      </Alert>
      <Box mt="3" borderWidth="1px" borderRadius="md" overflow="hidden">
        <DataTable
          caption={words.batchesInStock}
          columns={columns}
          rows={batches}
          rowKey={({ _id }) => _id}
        />
      </Box>
    </Box>
  )
}

const columns: Column<Batch>[] = [
  { header: sharedWords.batch, primary: true, cell: numberOf },
  expiryColumn,
  stockColumn,
]
