import { Box, Grid, GridItem } from '@chakra-ui/react'
import { ChevronDown as FoldedIcon, ChevronUp as OpenIcon, Search as SearchIcon } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../actions/buttons.tsx'

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
      <form
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          if (event.currentTarget.reportValidity()) onSubmit(event)
          else event.preventDefault()
        }}
      >
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

/** Said as an upper bound, so that what does not know the window's width (a test, a reader) has the filters open. */
const PHONE = '@media (max-width: 47.99rem)'

/** The filters of a list: on a phone they fold away behind a button that says how many are set. */
function FilterFold({ count, children }: Pick<FilterBarProps, 'count' | 'children'>) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        variant="outline"
        width="full"
        justifyContent="space-between"
        css={{ display: 'none', [PHONE]: { display: 'flex' } }}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {count === 0 ? 'Filters' : `Filters (${count} set)`}
        {open ? <OpenIcon aria-hidden /> : <FoldedIcon aria-hidden />}
      </Button>
      <Box id={id} css={{ [PHONE]: open ? { mt: '4' } : { display: 'none' } }}>
        {children}
      </Box>
    </>
  )
}
