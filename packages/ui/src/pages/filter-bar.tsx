import { Grid, GridItem } from '@chakra-ui/react'
import { Search as SearchIcon } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '../actions/buttons.tsx'
import { FilterFold } from './filter-fold.tsx'

export interface FilterBarProps {
  /** Names the form: "Filter medicines". */
  label: string
  /** How many filters are set. */
  count: number
  /** From which width on all fields stand in one row, and how wide they are there: `2fr 1fr 1fr`. */
  wide: 'lg' | 'xl'
  columns: string
  /** Words of the button that makes the filters count. */
  submitLabel: string
  /** With a magnifying glass, where the filters search. */
  searches?: boolean
  onSubmit: (event: FormEvent) => void
  onClear: () => void
  /** The fields. */
  children: ReactNode
}

/** The filters of a list: folded away on a phone, two beside each other on a tablet, all in one row where it is wide. */
export function FilterBar(props: FilterBarProps) {
  const { label, count, wide, columns, submitLabel, searches = false, onSubmit, onClear, children } = props
  const width = { base: '1', [wide]: 'none' }
  return (
    <FilterFold count={count}>
      <form noValidate aria-label={label} onSubmit={onSubmit}>
        <Grid
          templateColumns={{ base: '1fr', sm: '1fr 1fr', [wide]: `${columns} auto` }}
          gap="4"
          alignItems="start"
        >
          {children}
          {/* beside the controls, which have a label above them and now and then an error below */}
          <GridItem colSpan={{ sm: 2, [wide]: 1 }} display="flex" gap="2" pt={{ [wide]: '1.625rem' }}>
            <Button type="submit" flex={width}>
              {searches ? <SearchIcon aria-hidden /> : null}
              {submitLabel}
            </Button>
            <Button variant="outline" flex={width} onClick={onClear}>
              Clear
            </Button>
          </GridItem>
        </Grid>
      </form>
    </FilterFold>
  )
}
