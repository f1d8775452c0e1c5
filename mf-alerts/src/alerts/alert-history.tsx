import type { Alert, AuditEntry } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { HistoryDialog, historyLine } from '@mms/sdk/history'
import { useGet } from '@mms/sdk/queries'
import { Button } from '@mms/ui'
import { useState } from 'react'
import { alertKeys } from '../keys.ts'
import { ALERTS_PATH } from './api.ts'

const actions: Record<string, string> = {
  'alert.read': 'Marked as read',
  'alert.resolved': 'Resolved',
  'alert.snoozed': 'Snoozed',
}

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
      {isOpen ? <OpenHistory id={_id} message={message} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface OpenProps {
  id: string
  message: string
  onClose: () => void
}

function OpenHistory({ id, message, onClose }: OpenProps) {
  const history = useGet<AuditEntry[]>(alertKeys('history', id), `${ALERTS_PATH}/history`, {
    query: { subject: id },
  })
  return (
    <HistoryDialog
      title="History of this alert"
      about={message}
      lines={history.data?.map((entry) => historyLine(entry, actions[entry.action] ?? 'Changed'))}
      query={history}
      empty="Nobody has changed it yet."
      onClose={onClose}
    />
  )
}
