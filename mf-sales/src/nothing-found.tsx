import type { ListAddress } from '@mms/sdk'
import { Button, EmptyState, ReceiptIcon } from '@mms/ui'

interface Props {
  /** The list's items, and the first step to get one. */
  what: string
  verb: string
  address: Pick<ListAddress<Record<string, string>>, 'filterCount' | 'clearFilters'>
}

export function NothingFound({ what, verb, address }: Props) {
  const isFiltered = address.filterCount > 0
  return (
    <EmptyState
      icon={<ReceiptIcon size={32} />}
      title={`No ${what}s found`}
      text={
        isFiltered
          ? `No ${what} matches these filters.`
          : `${what.charAt(0).toUpperCase()}${what.slice(1)}s that you ${verb} appear here.`
      }
      actions={
        isFiltered ? (
          <Button variant="outline" onClick={address.clearFilters}>
            Clear filters
          </Button>
        ) : null
      }
    />
  )
}
