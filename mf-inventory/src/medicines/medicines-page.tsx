import {
  ApiError,
  failureTitle,
  keepPreviousData,
  Link,
  reasonText,
  usePageTitle,
  useQuery,
  useQueryClient,
  useSession,
  useSuiteEvent,
} from '@mms/sdk'
import {
  Box,
  Button,
  Card,
  formatCount,
  PageHeader,
  Pager,
  PlusIcon,
  PrintNote,
  ProblemCard,
  TableSkeleton,
  useFocusOnNewRows,
} from '@mms/ui'
import { useEffect } from 'react'
import { fetchMedicinePage, MEDICINES_KEY, type MedicinePage, PAGE_SIZE } from './api.ts'
import { describeFilters, type ListAddress, noFilters, useListAddress } from './list-address.ts'
import { MedicinesFilterForm } from './medicines-filter-form.tsx'
import { MedicinesTable } from './medicines-table.tsx'
import { NoMatchPanel, NoMedicinesPanel } from './no-medicines-panel.tsx'

/** `/medicines`: everything in stock, page by page. */
export function MedicinesPage() {
  usePageTitle('Medicines')
  const isAdmin = useSession((session) => session.user?.role === 'admin')
  const address = useListAddress()
  const { filters, after } = address
  const queries = useQueryClient()
  useSuiteEvent('medicines-changed', () => void queries.invalidateQueries({ queryKey: [MEDICINES_KEY] }))
  const list = useQuery({
    queryKey: [MEDICINES_KEY, 'list', filters, after],
    queryFn: ({ signal }) => fetchMedicinePage(filters, after, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const isWrongPlace = after !== '' && list.error instanceof ApiError && list.error.status === 400
  useEffect(() => {
    // No page of the list begins where the address says.
    if (isWrongPlace) address.goFirst()
  })
  const total = list.data?.total

  return (
    <>
      <PageHeader
        title="Medicines"
        text={total === undefined ? undefined : describeTotal(total, address.isFiltered)}
        actions={isAdmin ? <AddMedicineLink state={address.leaveState} /> : null}
      />
      <PrintNote>{describeFilters(filters)}</PrintNote>
      <MedicinesFilterForm filters={filters} onChange={address.setFilters} />
      <Box mt="4">
        {list.data ? (
          <MedicineList page={list.data} address={address} stale={list.isPlaceholderData} isAdmin={isAdmin} />
        ) : list.isError ? (
          <ProblemCard
            title={failureTitle(list.error, 'Failed to fetch medicines')}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          >
            {reasonText(list.error)}
          </ProblemCard>
        ) : (
          <Card>
            <TableSkeleton text="Loading medicines..." />
          </Card>
        )}
      </Box>
    </>
  )
}

interface MedicineListProps {
  page: MedicinePage
  address: ListAddress
  stale: boolean
  isAdmin: boolean
}

function MedicineList({ page, address, stale, isAdmin }: MedicineListProps) {
  const { medicines, next, total } = page
  const isPastTheEnd = medicines.length === 0 && address.after !== '' && !stale
  useEffect(() => {
    // the last row of the last page was deleted
    if (isPastTheEnd) address.goFirst()
  })
  const top = useFocusOnNewRows(medicines, address.after, stale)
  if (medicines.length === 0) {
    return (
      <Box ref={top} tabIndex={-1}>
        {address.isFiltered ? (
          <NoMatchPanel onClear={() => address.setFilters(noFilters)} />
        ) : (
          <NoMedicinesPanel addLabel="Add Your First Medicine" isAdmin={isAdmin} />
        )}
      </Box>
    )
  }
  const from = (address.page - 1) * PAGE_SIZE + 1
  const isDeepLink = address.after !== '' && !address.goPrevious
  return (
    <Card p="0" overflow="hidden" ref={top} role="region" aria-label="List of medicines" tabIndex={-1}>
      <MedicinesTable medicines={medicines} stale={stale} isAdmin={isAdmin} leaveState={address.leaveState} />
      <Box p="4" borderTopWidth="1px">
        <Pager
          label="medicines"
          from={from}
          to={from + medicines.length - 1}
          total={total}
          onFirst={isDeepLink ? address.goFirst : undefined}
          onPrevious={address.goPrevious}
          onNext={next === undefined ? undefined : () => address.goNext(next)}
        />
      </Box>
    </Card>
  )
}

function AddMedicineLink({ state }: { state: unknown }) {
  return (
    <Button asChild>
      <Link to="/medicines/add" state={state}>
        <PlusIcon aria-hidden />
        Add Medicine
      </Link>
    </Button>
  )
}

function describeTotal(total: number, isFiltered: boolean): string {
  const count = `${formatCount(total)} ${total === 1 ? 'medicine' : 'medicines'}`
  return isFiltered ? `${count} found` : `${count} in the catalogue`
}
