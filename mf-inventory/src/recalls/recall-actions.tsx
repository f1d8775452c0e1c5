import type { BatchFlow } from '@mms/contracts'
import { notify, useSession } from '@mms/sdk'
import { Button, Flex, formatCount, Text } from '@mms/ui'
import { useState } from 'react'
import { holdBatches } from '../batches/api.ts'
import { HoldDialog } from '../batches/hold-dialog.tsx'
import { ReasonDialog } from '../batches/reason-dialog.tsx'
import { RemovalDialog } from '../expiry-queue/removal-dialog.tsx'
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
      {free.length > 0 ? button('recall', 'Recall') : null}
      {left.length > 0 ? button('return', 'Return to supplier') : null}
      {left.length > 0 ? button('write-off', 'Write off') : null}
      {held.length > 0 && isAdmin ? button('release', 'Release') : null}
      {asked === 'recall' ? <RecallDialog batches={free} traced={traced} onClose={close} /> : null}
      {asked === 'release' ? <Release batches={held} traced={traced} onClose={close} /> : null}
      {asked === 'write-off' || asked === 'return' ? (
        <RemovalDialog action={asked} batches={left} onClose={close} />
      ) : null}
    </Flex>
  )
}

/** With a manufacturer this also covers later deliveries. Without one it releases only the batches shown. */
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
    notify.success(`Batch ${number} released`)
  }
  return (
    <ReasonDialog
      title={`Release batch ${number} of ${manufacturer}`}
      confirmLabel="Release"
      failure="The batch was not released"
      run={run}
      onClose={onClose}
    >
      <Text>Stock that has not expired can be sold again, and so can later deliveries of this batch.</Text>
    </ReasonDialog>
  )
}

/** Recalls a number not in stock, so that later deliveries are held. */
export function RecallAnywayButton({ traced }: Pick<Props, 'traced'>) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button size="sm" variant="outline" data-screen-only onClick={() => setAsked(true)}>
        Recall it anyway
      </Button>
      {isAsked ? <RecallDialog batches={[]} traced={traced} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

/** With a manufacturer this covers every batch of the number. Without one, only the batches shown. */
function RecallDialog({
  batches,
  traced: { manufacturer, number },
  onClose,
}: Props & { onClose: () => void }) {
  const run = async (reason: string) => {
    const which = manufacturer === '' ? { batchIds: batches.map(({ _id }) => _id) } : { manufacturer, number }
    const held = await holdBatches('recall', { ...which, reason })
    notify.success(`${formatCount(held.length)} ${held.length === 1 ? 'batch' : 'batches'} recalled`)
  }
  const units = batches.reduce((sum, { stock }) => sum + stock, 0)
  return (
    <ReasonDialog
      title={`Recall batch ${number}`}
      placeholder="Notice of the maker"
      confirmLabel="Recall"
      destructive
      failure="The batch was not recalled"
      run={run}
      onClose={onClose}
    >
      <Text>
        {formatCount(units)} {units === 1 ? 'unit' : 'units'} of {formatCount(batches.length)}{' '}
        {batches.length === 1 ? 'medicine' : 'medicines'} cannot be sold until an administrator releases them.
        Later deliveries of this batch are put on hold as well.
      </Text>
    </ReasonDialog>
  )
}
