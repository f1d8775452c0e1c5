import type { NamedStockBatch } from '@mms/contracts'
import { newKey, notify, useSession } from '@mms/sdk'
import { formatCount, formatRupees, Text } from '@mms/ui'
import { useRef } from 'react'
import { emitMedicinesChanged, type RemovalKind, recordRemoval } from '../batches/api.ts'
import { ReasonDialog } from '../batches/reason-dialog.tsx'
import { batchName } from '../words/batches.ts'
import * as words from '../words/expiry-queue.ts'
import * as sharedWords from '../words/shared.ts'
import { stockValueOf } from './queue-table.tsx'

interface Props {
  action: RemovalKind
  batches: readonly NamedStockBatch[]
  onClose: () => void
}

const looks = {
  'write-off': {
    title: sharedWords.writeOff,
    note: sharedWords.writtenOff,
    done: words.writtenOff,
    label: sharedWords.reason,
    placeholder: words.writeOffExample,
  },
  return: {
    title: sharedWords.returnToSupplier,
    note: words.returnedToSupplier,
    done: words.returnedDone,
    label: words.supplierDocument,
    placeholder: words.returnExample,
  },
} as const

/** One transaction per batch. A retry does not repeat those already recorded. */
export function RemovalDialog({ action, batches, onClose }: Props) {
  const { title, note, done, label, placeholder } = looks[action]
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  const keys = useRef(new Map(batches.map(({ _id }) => [_id, newKey()])))
  const run = async (text: string) => {
    try {
      for (const batch of batches) {
        const key = keys.current.get(batch._id)
        if (!key) continue
        await recordRemoval(action, batch, { key, note: `${note}: ${text}`, isAdmin })
        keys.current.delete(batch._id)
      }
    } finally {
      emitMedicinesChanged(batches)
    }
    notify.success(`${counted(batches.length)} ${done}`)
  }
  const units = batches.reduce((sum, { stock }) => sum + stock, 0)
  const value = batches.reduce((sum, batch) => sum + stockValueOf(batch), 0)
  const [first] = batches
  return (
    <ReasonDialog
      title={`${title}: ${counted(batches.length)}`}
      confirmLabel={title}
      destructive={action === 'write-off'}
      label={label}
      placeholder={placeholder}
      failure={words.someNotDone(done)}
      run={run}
      onClose={onClose}
    >
      <Text _firstLetter={{ textTransform: 'uppercase' }}>
        {first && batches.length === 1 ? words.batchOfMedicine(batchName(first), first.medicineName) : null}
        {words.leavesStock(formatCount(units), units, formatRupees(value))}
      </Text>
    </ReasonDialog>
  )
}

const counted = (count: number) => `${formatCount(count)} ${count === 1 ? 'batch' : 'batches'}`
