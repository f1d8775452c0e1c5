import type { NamedStockBatch } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { formatCount, formatRupees, Text } from '@mms/ui'
import { discountBatches } from '../batches/api.ts'
import { ReasonDialog } from '../batches/reason-dialog.tsx'
import { batchName } from '../batches/words.ts'

interface Props {
  batches: readonly NamedStockBatch[]
  onClose: () => void
}

function percentOf(text: string): number {
  const percent = Number(text.replace('%', ''))
  if (Number.isInteger(percent) && percent > 0 && percent < 100) return percent
  throw new Error('Enter a whole number between 1 and 99.')
}

export function DiscountDialog({ batches, onClose }: Props) {
  const run = async (text: string) => {
    const percent = percentOf(text)
    await discountBatches({ batchIds: batches.map(({ _id }) => _id), percent })
    notify.success(`${formatCount(batches.length)} ${batches.length === 1 ? 'batch' : 'batches'} discounted`)
  }
  const [first] = batches
  return (
    <ReasonDialog
      title="Discount"
      label="Discount (%)"
      placeholder="20"
      confirmLabel="Discount"
      failure="Nothing was discounted"
      run={run}
      onClose={onClose}
    >
      <Text _firstLetter={{ textTransform: 'uppercase' }}>
        {first && batches.length === 1
          ? `${batchName(first)} of ${first.medicineName} sells for ${formatRupees(first.price)} now.`
          : `${formatCount(batches.length)} batches get a price of their own.`}
      </Text>
    </ReasonDialog>
  )
}
