import type { NamedStockBatch } from '@mms/contracts'
import { notify } from '@mms/sdk'
import { formatCount, Text } from '@mms/ui'
import * as words from '../words/batches.ts'
import * as sharedWords from '../words/shared.ts'
import { type HoldAction, holdBatches } from './api.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Held = Pick<NamedStockBatch, '_id' | 'number' | 'medicineName'>

interface Props {
  action: HoldAction
  batches: readonly Held[]
  onClose: () => void
}

const looks = {
  quarantine: {
    verb: sharedWords.quarantine,
    done: words.quarantined,
    text: words.heldText,
  },
  recall: {
    verb: sharedWords.recall,
    done: words.recalled,
    text: words.heldText,
  },
  release: { verb: sharedWords.release, done: words.released, text: words.releasedText },
} as const

const nameOf = (batches: readonly Held[]): string => {
  const [first] = batches
  return first && batches.length === 1
    ? words.batchOfMedicine(words.batchName(first), first.medicineName)
    : words.batchCount(formatCount(batches.length))
}

export function HoldDialog({ action, batches, onClose }: Props) {
  const { verb, done, text } = looks[action]
  const run = async (reason: string) => {
    await holdBatches(action, { batchIds: batches.map(({ _id }) => _id), reason })
    notify.success(`${batches.length === 1 ? words.oneBatch : nameOf(batches)} ${done}`)
  }
  return (
    <ReasonDialog
      title={`${verb} ${nameOf(batches)}`}
      confirmLabel={verb}
      destructive={action === 'recall'}
      failure={words.batchesNotDone(done)}
      run={run}
      onClose={onClose}
    >
      <Text>{text}</Text>
    </ReasonDialog>
  )
}
