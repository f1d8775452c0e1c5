import { Box } from '@chakra-ui/react'
import { ChevronDown as FoldedIcon, ChevronUp as OpenIcon } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../actions/buttons.tsx'

export interface FilterFoldProps {
  /** How many filters are set. */
  count: number
  children: ReactNode
}

/** Said as an upper bound, so that what does not know the window's width (a test, a reader) has the filters open. */
const PHONE = '@media (max-width: 47.99rem)'

/** The filters of a list: on a phone they fold away behind a button that says how many are set. */
export function FilterFold({ count, children }: FilterFoldProps) {
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
