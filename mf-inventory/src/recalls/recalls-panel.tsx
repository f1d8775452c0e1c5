import type { Recall } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { problemOf } from '@mms/sdk/queries'
import { Button, Card, type Column, DataTable, Instant, ProblemCard } from '@mms/ui'
import { useState } from 'react'
import { RecallLink } from '../batches/columns.tsx'
import { useRecalls } from './api.ts'
import { EndRecallDialog } from './recall-actions.tsx'

export function RecallsPanel() {
  const recalls = useRecalls()
  const [ended, setEnded] = useState<Recall | null>(null)
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  if (!recalls.data) {
    return recalls.isError ? <ProblemCard {...problemOf(recalls, 'Failed to load the recalls')} /> : null
  }
  if (recalls.data.length === 0) return null
  const release: Column<Recall> = {
    header: 'Actions',
    screenOnly: true,
    align: 'end',
    cell: (recall) => (
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Release batch ${recall.number} of ${recall.manufacturer}`}
        onClick={() => setEnded(recall)}
      >
        Release
      </Button>
    ),
  }
  return (
    <Card title="Recalls in force" text="Later deliveries of these batches are put on hold">
      <DataTable
        caption="Recalls in force"
        columns={isAdmin ? [...columns, release] : columns}
        rows={recalls.data}
        rowKey={({ manufacturer, number }) => `${number} ${manufacturer}`}
      />
      {ended ? <EndRecallDialog {...ended} onClose={() => setEnded(null)} /> : null}
    </Card>
  )
}

const columns: Column<Recall>[] = [
  { header: 'Batch', primary: true, cell: (recall) => <RecallLink {...recall}>{recall.number}</RecallLink> },
  { header: 'Manufacturer', wrap: true, cell: ({ manufacturer }) => manufacturer },
  { header: 'Reason', wrap: true, cell: ({ reason }) => reason },
  { header: 'By', wrap: true, cell: ({ byName }) => byName },
  { header: 'Since', cell: ({ at }) => <Instant at={at} /> },
]
