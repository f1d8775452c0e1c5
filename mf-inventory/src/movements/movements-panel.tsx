import { ApiError, errorText, keepPreviousData, useQuery, useQueryClient, useSuiteEvent } from '@mms/sdk'
import { Box, Button, Card, Pager, ProblemCard, TableSkeleton, Text, useFocusOnNewRows } from '@mms/ui'
import { useState } from 'react'
import { MEDICINES_KEY } from '../medicines/api.ts'
import { fetchMovements, MOVEMENTS_PAGE_SIZE, type MovementsPage } from './api.ts'
import { MovementsTable } from './movements-table.tsx'

/** Why there are 151 of it: everything that changed the stock. Asked for when somebody wants to know. */
export function MovementsPanel({ medicineId }: { medicineId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Card
      title="Movements"
      text="Everything that changed the stock, newest first."
      actions={
        <Button
          size="sm"
          variant="outline"
          flexShrink={0}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide movements' : 'Show movements'}
        </Button>
      }
    >
      {open ? <Movements medicineId={medicineId} /> : null}
    </Card>
  )
}

function Movements({ medicineId }: { medicineId: string }) {
  const [trail, setTrail] = useState<readonly string[]>([''])
  const after = trail.at(-1) ?? ''
  const queries = useQueryClient()
  useSuiteEvent('medicines-changed', () => void queries.invalidateQueries({ queryKey: [MEDICINES_KEY] }))
  const list = useQuery({
    queryKey: [MEDICINES_KEY, 'movements', medicineId, after],
    queryFn: ({ signal }) => fetchMovements(medicineId, after, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (list.data) {
    return <Page page={list.data} stale={list.isPlaceholderData} trail={trail} onTurn={setTrail} />
  }
  if (!list.isError) return <TableSkeleton rows={4} text="Loading movements..." />
  return (
    <ProblemCard
      title="Failed to load movements"
      onRetry={() => void list.refetch()}
      retrying={list.isFetching}
    >
      {list.error instanceof ApiError ? errorText(list.error) : list.error.message}
    </ProblemCard>
  )
}

interface PageProps {
  page: MovementsPage
  stale: boolean
  /** Where the pages walked over so far start, this one last. */
  trail: readonly string[]
  onTurn: (trail: readonly string[]) => void
}

function Page({ page: { movements, next }, stale, trail, onTurn }: PageProps) {
  const top = useFocusOnNewRows(movements, trail.at(-1) ?? '', stale)
  if (movements.length === 0) return <Text color="fg.muted">Nothing has changed the stock yet.</Text>
  const from = (trail.length - 1) * MOVEMENTS_PAGE_SIZE + 1
  const isOnly = trail.length === 1 && next === undefined
  return (
    <Box ref={top} role="region" aria-label="List of movements" tabIndex={-1}>
      <MovementsTable movements={movements} stale={stale} />
      {isOnly ? null : (
        <Box pt="4" borderTopWidth="1px">
          <Pager
            label="movements"
            from={from}
            to={from + movements.length - 1}
            onPrevious={trail.length > 1 ? () => onTurn(trail.slice(0, -1)) : undefined}
            onNext={next === undefined ? undefined : () => onTurn([...trail, next])}
          />
        </Box>
      )}
    </Box>
  )
}
