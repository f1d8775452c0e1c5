import { usePageTitle, useSession } from '@mms/sdk'
import { Box, PageHeader, Stack } from '@mms/ui'
import { useRef, useState } from 'react'
import { TransactionForm } from './counter/transaction-form.tsx'
import type { Draft } from './draft/draft.ts'
import { useLinkedDraft } from './draft/use-linked-draft.ts'
import { HistoryPanel } from './transactions/history-panel.tsx'
import { useRefusalNotices } from './waiting-transactions/use-refusal-notices.ts'
import { WaitingPanel } from './waiting-transactions/waiting-panel.tsx'

export function SalesPage() {
  usePageTitle('Sales')
  const userId = useSession((session) => session.user?.id)
  const [draft, setDraft] = useState<Draft | undefined>()
  const [held, setHeld] = useState<string | null>(null)
  const form = useRef<HTMLDivElement>(null)
  useRefusalNotices(form)
  useLinkedDraft(userId, setDraft)
  return (
    <>
      <PageHeader title="Sales & Inventory Management" />
      <Stack gap="4">
        <Box ref={form} data-screen-only>
          {userId ? (
            <TransactionForm key={draft?.key ?? userId} userId={userId} startWith={draft} onHold={setHeld} />
          ) : null}
        </Box>
        <WaitingPanel held={held} onEditAgain={setDraft} />
        <HistoryPanel />
      </Stack>
    </>
  )
}
