import type { NamedStockBatch } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { formatCount, Text } from '@mms/ui'
import { type HoldAction, holdBatches } from './api.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { batchName } from './words.ts'

type Held = Pick<NamedStockBatch, '_id' | 'number' | 'medicineName'>

interface Props {
  action: HoldAction
  batches: readonly Held[]
  onClose: () => void
}

const looks = {
  quarantine: {
    verb: 'Quarantine',
    done: 'quarantined',
    text: 'It cannot be sold until an administrator releases it.',
  },
  recall: {
    verb: 'Recall',
    done: 'recalled',
    text: 'It cannot be sold until an administrator releases it.',
  },
  release: { verb: 'Release', done: 'released', text: 'Stock that has not expired can be sold again.' },
} as const

const nameOf = (batches: readonly Held[]): string => {
  const [first] = batches
  return first && batches.length === 1
    ? `${batchName(first)} of ${first.medicineName}`
    : `${formatCount(batches.length)} batches`
}

export function HoldDialog({ action, batches, onClose }: Props) {
  const { verb, done, text } = looks[action]
  const run = async (reason: string) => {
    await holdBatches(action, { batchIds: batches.map(({ _id }) => _id), reason })
    notify.success(`${batches.length === 1 ? '1 batch' : nameOf(batches)} ${done}`)
  }
  return (
    <ReasonDialog
      title={`${verb} ${nameOf(batches)}`}
      confirmLabel={verb}
      destructive={action === 'recall'}
      failure={`The batches were not ${done}`}
      run={run}
      onClose={onClose}
    >
      <Text>{text}</Text>
    </ReasonDialog>
  )
}
