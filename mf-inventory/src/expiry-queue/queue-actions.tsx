import { type Batch, lastReturnDay, type NamedStockBatch } from '@mms/contracts'
import { notify, useStoreToday } from '@mms/sdk'
import { Button, DeleteIcon, Flex, formatCount, formatRupees, Text, UndoIcon, WarningIcon } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { type ReactNode, useState } from 'react'
import { discountBatches } from '../batches/api.ts'
import { HoldDialog } from '../batches/hold-dialog.tsx'
import { ReasonDialog } from '../batches/reason-dialog.tsx'
import { batchName } from '../words/batches.ts'
import * as words from '../words/expiry-queue.ts'
import * as sharedWords from '../words/shared.ts'
import { RemovalDialog } from './removal-dialog.tsx'

interface Props {
  batches: readonly NamedStockBatch[]
}

/** Red actions destroy stock without a refund. An administrator can undo orange ones. */
const looks = {
  return: { name: sharedWords.returnToSupplier, icon: <UndoIcon aria-hidden /> },
  discount: { name: words.discount, icon: <span aria-hidden>%</span> },
  'write-off': { name: sharedWords.writeOff, icon: <DeleteIcon aria-hidden />, colorPalette: tones.danger },
  quarantine: { name: sharedWords.quarantine, icon: <WarningIcon aria-hidden />, colorPalette: tones.soon },
} as const
type Action = keyof typeof looks

/** Expired batches cannot be discounted. Suppliers accept no returns after the last return day. */
export function QueueActions({ batches, children }: Props & { children: ReactNode }) {
  const [asked, setAsked] = useState<{ action: Action; batches: readonly NamedStockBatch[] } | null>(null)
  const today = useStoreToday()
  const isAnyExpired = batches.some(({ expiryDate }) => expiryDate !== null && expiryDate < today)
  const isAnyLate = batches.some((batch) => !isReturnable(batch, today))
  const isAnyHeld = batches.some(({ status }) => status !== 'available')
  const isOff = (action: Action) =>
    batches.length === 0 ||
    (isAnyLate && action === 'return') ||
    (isAnyExpired && action === 'discount') ||
    (isAnyHeld && (action === 'quarantine' || action === 'discount'))
  return (
    <>
      <Flex
        gap="2"
        wrap="wrap"
        align="center"
        role="group"
        aria-label={words.actionsForSelected}
        data-screen-only
      >
        {children}
        {(Object.keys(looks) as Action[]).map((action) => {
          const { name, icon, ...look } = looks[action]
          return (
            <Button
              key={action}
              size="sm"
              variant="outline"
              disabled={isOff(action)}
              onClick={() => setAsked({ action, batches })}
              {...look}
            >
              {icon}
              {name}
            </Button>
          )
        })}
        <Text color="fg.muted" textStyle="sm" role="status">
          {batches.length === 0 ? words.selectBatchesBelow : words.selected(formatCount(batches.length))}
          {isAnyLate ? words.returnDayPassed : null}
          {isAnyExpired ? words.noDiscountOnExpired : null}
        </Text>
      </Flex>
      {asked ? <ActionDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

interface DialogProps extends Props {
  onClose: () => void
}

function ActionDialog({ action, ...props }: DialogProps & { action: Action }) {
  if (action === 'quarantine') return <HoldDialog action="quarantine" {...props} />
  if (action === 'discount') return <DiscountDialog {...props} />
  return <RemovalDialog action={action} {...props} />
}

function percentOf(text: string): number {
  const percent = Number(text.replace('%', ''))
  if (Number.isInteger(percent) && percent > 0 && percent < 100) return percent
  throw new Error(words.percentInvalid)
}

function DiscountDialog({ batches, onClose }: DialogProps) {
  const run = async (text: string) => {
    const percent = percentOf(text)
    await discountBatches({ batchIds: batches.map(({ _id }) => _id), percent })
    notify.success(words.batchesDiscounted(formatCount(batches.length), batches.length))
  }
  const [first] = batches
  return (
    <ReasonDialog
      title={words.discount}
      label={words.discountPercent}
      placeholder="20"
      confirmLabel={words.discount}
      failure={words.nothingDiscounted}
      run={run}
      onClose={onClose}
    >
      <Text _firstLetter={{ textTransform: 'uppercase' }}>
        {first && batches.length === 1
          ? words.sellsFor(batchName(first), first.medicineName, formatRupees(first.price))
          : words.ownPrices(formatCount(batches.length))}
      </Text>
    </ReasonDialog>
  )
}

/** True until the supplier's last return day. A batch on hold can always be returned. */
function isReturnable(batch: Batch, today: string): boolean {
  const until = lastReturnDay(batch)
  return batch.status !== 'available' || until === null || today <= until
}
