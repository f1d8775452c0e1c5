import type { BatchFlow } from '@mms/contracts'
import { notify, useSession } from '@mms/sdk'
import { Button, Flex, formatCount, Text } from '@mms/ui'
import { useState } from 'react'
import { holdBatches } from '../batches/api.ts'
import { HoldDialog } from '../batches/hold-dialog.tsx'
import { ReasonDialog } from '../batches/reason-dialog.tsx'
import { RemovalDialog } from '../expiry-queue/removal-dialog.tsx'
import * as words from '../words/recalls.ts'
import * as sharedWords from '../words/shared.ts'
import type { TracedBatch } from './api.ts'

interface Props {
  batches: readonly BatchFlow[]
  traced: TracedBatch
}

type OpenDialog = 'recall' | 'release' | 'write-off' | 'return'

/** Ending a recall releases the remaining stock or removes it. */
export function RecallActions({ batches, traced }: Props) {
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const free = batches.filter(({ status }) => status !== 'recalled')
  const held = batches.filter(({ status }) => status !== 'available')
  const left = held.filter(({ stock }) => stock > 0)
  const close = () => setAsked(null)
  const button = (action: OpenDialog, text: string) => (
    <Button size="sm" variant="outline" onClick={() => setAsked(action)}>
      {text}
    </Button>
  )
  return (
    <Flex gap="2" wrap="wrap" data-screen-only>
      {free.length > 0 ? button('recall', sharedWords.recall) : null}
      {left.length > 0 ? button('return', sharedWords.returnToSupplier) : null}
      {left.length > 0 ? button('write-off', sharedWords.writeOff) : null}
      {held.length > 0 && isAdmin ? button('release', sharedWords.release) : null}
      {asked === 'recall' ? <RecallDialog batches={free} traced={traced} onClose={close} /> : null}
      {asked === 'release' ? <Release batches={held} traced={traced} onClose={close} /> : null}
      {asked === 'write-off' || asked === 'return' ? (
        <RemovalDialog action={asked} batches={left} onClose={close} />
      ) : null}
    </Flex>
  )
}

/** With a manufacturer, also releases later deliveries. Otherwise only the batches shown. */
function Release({ batches, traced, onClose }: Props & { onClose: () => void }) {
  return traced.manufacturer === '' ? (
    <HoldDialog action="release" batches={batches} onClose={onClose} />
  ) : (
    <EndRecallDialog {...traced} onClose={onClose} />
  )
}

export function EndRecallDialog({ manufacturer, number, onClose }: TracedBatch & { onClose: () => void }) {
  const run = async (reason: string) => {
    await holdBatches('release', { manufacturer, number, reason })
    notify.success(words.released(number))
  }
  return (
    <ReasonDialog
      title={words.releaseBatch(number, manufacturer)}
      confirmLabel={sharedWords.release}
      failure={words.releaseFailed}
      run={run}
      onClose={onClose}
    >
      <Text>{words.releaseText}</Text>
    </ReasonDialog>
  )
}

/** Recalls a batch number that is not in stock, so that later deliveries of it are held. */
export function RecallAnywayButton({ traced }: Pick<Props, 'traced'>) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button size="sm" variant="outline" data-screen-only onClick={() => setAsked(true)}>
        {words.recallAnyway}
      </Button>
      {isAsked ? <RecallDialog batches={[]} traced={traced} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

/** With a manufacturer, recalls every batch of the number. Otherwise only the batches shown. */
function RecallDialog({
  batches,
  traced: { manufacturer, number },
  onClose,
}: Props & { onClose: () => void }) {
  const run = async (reason: string) => {
    const which = manufacturer === '' ? { batchIds: batches.map(({ _id }) => _id) } : { manufacturer, number }
    const held = await holdBatches('recall', { ...which, reason })
    notify.success(words.batchesRecalled(formatCount(held.length), held.length))
  }
  const units = batches.reduce((sum, { stock }) => sum + stock, 0)
  return (
    <ReasonDialog
      title={words.recallBatch(number)}
      placeholder={words.noticeMaker}
      confirmLabel={sharedWords.recall}
      destructive
      failure={words.recallFailed}
      run={run}
      onClose={onClose}
    >
      <Text>{words.recallText(formatCount(units), units, formatCount(batches.length), batches.length)}</Text>
    </ReasonDialog>
  )
}
