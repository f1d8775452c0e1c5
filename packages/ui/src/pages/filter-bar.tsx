import { Box, Grid, GridItem } from '@chakra-ui/react'
import { ChevronDown as FoldedIcon, ChevronUp as OpenIcon, Search as SearchIcon } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../actions/buttons.tsx'

export interface FilterBarProps {
  label: string
  count: number
  /** From this breakpoint on, all fields are in one row. `columns` has their widths, such as `2fr 1fr 1fr`. */
  wide: 'lg' | 'xl'
  columns: string
  submitLabel: string
  searches?: boolean
  /** Hides the labels on wide screens, if choices such as *All Types* say the same. */
  hideLabels?: boolean
  onSubmit: (event: FormEvent) => void
  onClear: () => void
  children: ReactNode
}

/** Filters of a list: folded on phones, in several columns on tablets, in one row on wide screens. */
export function FilterBar(props: FilterBarProps) {
  const { label, count, wide, columns, submitLabel, searches, hideLabels, onSubmit, onClear, children } =
    props
  const width = { base: '1', sm: 'none' }
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
          templateColumns={{
            base: '1fr',
            sm: 'repeat(auto-fit, minmax(11rem, 1fr))',
            [wide]: `${columns} auto`,
          }}
          gap={{ base: '4', [wide]: '2' }}
          alignItems="start"
          css={hideLabels ? { '& label': { srOnly: { [wide]: true } } } : {}}
        >
          {children}
          {/* Aligned with the inputs, which have labels above and sometimes errors below. */}
          <GridItem
            alignSelf={{ sm: 'end', [wide]: 'start' }}
            display="flex"
            gap="2"
            pt={{ [wide]: hideLabels ? '0' : '1.625rem' }}
          >
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

/** A max-width query: without a window width (tests, some readers), the filters are open. */
const PHONE = '@media (max-width: 47.99rem)'

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
