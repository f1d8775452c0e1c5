import type { Alert, AuditEntry } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { HistoryDialog, historyLine } from '@mms/sdk/history'
import { useGet } from '@mms/sdk/queries'
import { Button } from '@mms/ui'
import { useState } from 'react'
import * as words from '../words/alerts.ts'
import { ALERTS_PATH, alertKeys } from './api.ts'

const actions: Record<string, string> = {
  'alert.read': words.markedRead,
  'alert.resolved': words.resolved,
  'alert.snoozed': words.snoozed,
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
        aria-label={words.historyOf(message)}
        onClick={() => setOpen(true)}
      >
        {words.history}
      </Button>
      {isOpen ? <OpenHistory id={_id} message={message} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function OpenHistory({ id, message, onClose }: { id: string; message: string; onClose: () => void }) {
  const history = useGet<AuditEntry[]>(alertKeys('history', id), `${ALERTS_PATH}/history`, {
    query: { subject: id },
  })
  return (
    <HistoryDialog
      title={words.historyTitle}
      about={message}
      lines={history.data?.map((entry) => historyLine(entry, actions[entry.action] ?? words.changed))}
      query={history}
      empty={words.neverChanged}
      onClose={onClose}
    />
  )
}
