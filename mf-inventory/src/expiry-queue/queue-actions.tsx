import type { NamedStockBatch } from '@mms/contracts'
import { useStoreToday } from '@mms/sdk'
import { Button, Flex, formatCount, Text } from '@mms/ui'
import { type ReactNode, useState } from 'react'
import { HoldDialog } from '../batches/hold-dialog.tsx'
import { isReturnable } from '../batches/words.ts'
import { DiscountDialog } from './discount-dialog.tsx'
import { RemovalDialog } from './removal-dialog.tsx'

interface Props {
  batches: readonly NamedStockBatch[]
}

const names = {
  return: 'Return to supplier',
  discount: 'Discount',
  'write-off': 'Write off',
  quarantine: 'Quarantine',
} as const
type Action = keyof typeof names

/** Expired batches cannot be discounted, and suppliers take none back after the last return day. */
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
        aria-label="Actions for the selected batches"
        data-screen-only
      >
        {children}
        {(Object.keys(names) as Action[]).map((action) => (
          <Button
            key={action}
            size="sm"
            variant="outline"
            disabled={isOff(action)}
            onClick={() => setAsked({ action, batches })}
          >
            {names[action]}
          </Button>
        ))}
        <Text color="fg.muted" textStyle="sm" role="status">
          {batches.length === 0 ? 'Select batches below.' : `${formatCount(batches.length)} selected`}
          {isAnyLate ? '. The last day to return it has passed.' : null}
          {isAnyExpired ? ' Expired stock cannot be discounted.' : null}
        </Text>
      </Flex>
      {asked ? <ActionDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

interface ActionDialogProps extends Props {
  action: Action
  onClose: () => void
}

function ActionDialog({ action, ...props }: ActionDialogProps) {
  if (action === 'quarantine') return <HoldDialog action="quarantine" {...props} />
  if (action === 'discount') return <DiscountDialog {...props} />
  return <RemovalDialog action={action} {...props} />
}
