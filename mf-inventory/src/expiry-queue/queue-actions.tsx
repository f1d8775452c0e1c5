import { type Batch, lastReturnDay, type NamedStockBatch } from '@mms/contracts'
import { notify, useSession, useStoreToday } from '@mms/sdk'
import { Button, DeleteIcon, Flex, formatCount, formatRupees, Text, UndoIcon, WarningIcon } from '@mms/ui'
import * as tones from '@mms/ui/tones'
import { type ReactNode, useState } from 'react'
import { discountBatches } from '../batches/api.ts'
import { holdQuestion, onlyOne, removalQuestion } from '../batches/questions.ts'
import { ReasonDialog, type ReasonQuestion } from '../batches/reason-dialog.tsx'
import { batchOfMedicine } from '../words/batches.ts'
import { batchCount } from '../words/counts.ts'
import * as words from '../words/expiry-queue.ts'
import * as sharedWords from '../words/shared.ts'

interface Props {
  batches: readonly NamedStockBatch[]
  children: ReactNode
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
export function QueueActions({ batches, children }: Props) {
  const [asked, setAsked] = useState<ReasonQuestion | null>(null)
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  const questionOf = (action: Action) => {
    if (action === 'quarantine') return holdQuestion(action, batches)
    return action === 'discount' ? discountQuestion(batches) : removalQuestion(action, batches, isAdmin)
  }
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
              onClick={() => setAsked(questionOf(action))}
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
      {asked ? <ReasonDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

function percentOf(text: string): number {
  const percent = Number(text.replace('%', ''))
  if (Number.isInteger(percent) && percent > 0 && percent < 100) return percent
  throw new Error(words.percentInvalid)
}

function discountQuestion(batches: readonly NamedStockBatch[]): ReasonQuestion {
  const one = onlyOne(batches)
  return {
    title: words.discount,
    text: one
      ? words.sellsFor(batchOfMedicine(one), formatRupees(one.price))
      : words.ownPrices(batchCount(batches.length)),
    label: words.discountPercent,
    placeholder: '20',
    confirmLabel: words.discount,
    failure: words.nothingDiscounted,
    async run(text) {
      const percent = percentOf(text)
      await discountBatches({ batchIds: batches.map(({ _id }) => _id), percent })
      notify.success(words.batchesDiscounted(batchCount(batches.length)))
    },
  }
}

/** True until the supplier's last return day. A batch on hold can always be returned. */
function isReturnable(batch: Batch, today: string): boolean {
  const until = lastReturnDay(batch)
  return batch.status !== 'available' || until === null || today <= until
}
