import type { Alert, AuditEntry } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { problemOf, useGet } from '@mms/sdk/queries'
import { Box, Button, Dialog, Instant, ProblemCard, Stack, TableSkeleton, Text } from '@mms/ui'
import { useState } from 'react'
import { alertKeys } from '../keys.ts'
import { ALERTS_PATH } from './api.ts'

const actions: Record<string, string> = {
  'alert.read': 'Marked as read',
  'alert.resolved': 'Resolved',
  'alert.snoozed': 'Snoozed',
}

/** Shows administrators who marked, snoozed or resolved an alert.. */
export function AlertHistory({ alert: { _id, message, status } }: { alert: Alert }) {
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  const [isOpen, setOpen] = useState(false)
  if (!isAdmin || status === 'new') return null
  return (
    <>
      <Button
        size="xs"
        variant="ghost"
        data-screen-only
        aria-label={`History: ${message}`}
        onClick={() => setOpen(true)}
      >
        History
      </Button>
      {isOpen ? (
        <Dialog open title="History of this alert" onClose={() => setOpen(false)}>
          <Text fontWeight="semibold" mb="3" overflowWrap="anywhere">
            {message}
          </Text>
          <Lines id={_id} />
        </Dialog>
      ) : null}
    </>
  )
}

function Lines({ id }: { id: string }) {
  const history = useGet<AuditEntry[]>(alertKeys('history', id), `${ALERTS_PATH}/history`, {
    query: { subject: id },
  })
  if (history.isError) return <ProblemCard {...problemOf(history, 'Failed to load the history')} />
  if (!history.data) return <TableSkeleton rows={2} text="Loading the history..." />
  if (history.data.length === 0) return <Text>No user has done anything to it.</Text>
  return (
    <Stack as="ul" listStyleType="none" gap="3" aria-label="History of this alert">
      {history.data.map(({ _id, action, at, actorName, address }) => (
        <Box as="li" key={_id} overflowWrap="break-word">
          <Text>
            <b>{actions[action] ?? 'Changed'}</b> by {actorName ?? 'an unknown user'}
          </Text>
          <Text color="fg.muted" textStyle="sm">
            <Instant at={at} />
            {address ? ` · ${address}` : null}
          </Text>
        </Box>
      ))}
    </Stack>
  )
}
