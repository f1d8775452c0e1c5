import type { CounterLimitsShown, LimitChange } from '@mms/contracts'
import { failureTitle, notify, reasonText } from '@mms/sdk'
import { Card, type Column, DataTable, formatInstant, PageLoader, ProblemCard, Stack } from '@mms/ui'
import { useState } from 'react'
import { useLimits } from './api.ts'
import { type LimitName, limitLabels } from './form-values.ts'
import { LimitsForm } from './limits-form.tsx'

const LOAD_FAILED = 'Failed to load the limits of the counter'

const columns: Column<LimitChange>[] = [
  { header: 'Limit', primary: true, cell: ({ limit }) => limitLabels[limit as LimitName] ?? limit },
  { header: 'Before', align: 'end', cell: ({ from }) => from },
  { header: 'After', align: 'end', cell: ({ to }) => to },
  { header: 'Changed by', wrap: true, cell: ({ by }) => by.name },
  { header: 'When', cell: ({ at }) => formatInstant(at) },
]

/** From where on the counter asks before it records; kept by sales, and set on the store's one page. */
export function LimitsPanel() {
  const { data, error, isError, isFetching, refetch } = useLimits()
  // What was typed stands on these, whatever others save meanwhile.
  const [typedOn, setTypedOn] = useState<CounterLimitsShown | null>(null)
  const loadCurrent = async () => {
    const { error: reason } = await refetch()
    if (reason) notify.error(LOAD_FAILED, reasonText(reason))
    else setTypedOn(null)
  }
  if (data === null) return null
  if (!data) {
    if (!isError) return <PageLoader text="Loading the limits of the counter..." />
    return (
      <ProblemCard
        title={failureTitle(error, LOAD_FAILED)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {reasonText(error)}
      </ProblemCard>
    )
  }
  const limits = typedOn ?? data
  return (
    <Card
      title="Questions at the counter"
      text="The Transactions form asks before it records something this far from the usual; Enter a second time says yes, and both are on record."
    >
      <Stack gap="8">
        <LimitsForm
          key={limits.version}
          limits={limits}
          onTyped={() => setTypedOn(limits)}
          onSaved={() => setTypedOn(null)}
          onReload={() => void loadCurrent()}
        />
        {data.changes.length > 0 ? (
          <DataTable
            caption="Changes of the limits"
            columns={columns}
            rows={data.changes}
            rowKey={({ at, limit }) => `${at} ${limit}`}
          />
        ) : null}
      </Stack>
    </Card>
  )
}
