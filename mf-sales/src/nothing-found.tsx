import type { ListAddress } from '@mms/sdk'
import { Button, EmptyState, ReceiptIcon } from '@mms/ui'
import * as words from './words/area.ts'

interface Props {
  /** `what` is the singular noun of the list, `verb` how users get the first item. */
  what: string
  verb: string
  address: Pick<ListAddress<Record<string, string>>, 'filterCount' | 'clearFilters'>
}

export function NothingFound({ what, verb, address }: Props) {
  const isFiltered = address.filterCount > 0
  return (
    <EmptyState
      icon={<ReceiptIcon size={32} />}
      title={words.noneFound(what)}
      text={
        isFiltered
          ? words.noneMatches(what)
          : words.appearHere(what.charAt(0).toUpperCase(), what.slice(1), verb)
      }
      actions={
        isFiltered ? (
          <Button variant="outline" onClick={address.clearFilters}>
            {words.clearFilters}
          </Button>
        ) : null
      }
    />
  )
}
