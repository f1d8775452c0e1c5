import type { Recall } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import { Button, Card, type Column, DataTable, Instant, ProblemCard } from '@mms/ui'
import { useState } from 'react'
import { RecallLink } from '../batches/columns.tsx'
import { ReasonDialog } from '../batches/reason-dialog.tsx'
import * as words from '../words/recalls.ts'
import * as sharedWords from '../words/shared.ts'
import { useRecalls } from './api.ts'
import { endRecallQuestion } from './recall-actions.tsx'

export function RecallsPanel() {
  const recalls = useRecalls()
  const [ended, setEnded] = useState<Recall | null>(null)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  if (!recalls.data) {
    return recalls.isError ? <ProblemCard {...problemOf(recalls, words.failedLoadRecalls)} /> : null
  }
  if (recalls.data.length === 0) return null
  const release: Column<Recall> = {
    header: sharedWords.actions,
    screenOnly: true,
    align: 'end',
    cell: (recall) => (
      <Button
        size="sm"
        variant="ghost"
        aria-label={words.releaseBatch(recall.number, recall.manufacturer)}
        onClick={() => setEnded(recall)}
      >
        {sharedWords.release}
      </Button>
    ),
  }
  return (
    <Card title={words.activeRecalls} text={words.recallsText}>
      <DataTable
        caption={words.activeRecalls}
        columns={isAdmin ? [...columns, release] : columns}
        rows={recalls.data}
        rowKey={({ manufacturer, number }) => `${number} ${manufacturer}`}
      />
      {ended ? <ReasonDialog {...endRecallQuestion(ended)} onClose={() => setEnded(null)} /> : null}
    </Card>
  )
}

const columns: Column<Recall>[] = [
  {
    header: sharedWords.batch,
    primary: true,
    cell: (recall) => <RecallLink {...recall}>{recall.number}</RecallLink>,
  },
  { header: sharedWords.manufacturer, wrap: true, cell: ({ manufacturer }) => manufacturer },
  { header: sharedWords.reason, wrap: true, cell: ({ reason }) => reason },
  { header: sharedWords.by, wrap: true, cell: ({ byName }) => byName },
  { header: words.since, cell: ({ at }) => <Instant at={at} /> },
]
