import { defineStyle } from '@chakra-ui/react'

/** Cards below `md`, a table from `md` on. */
export const tableStyles = defineStyle({
  width: 'full',
  borderCollapse: 'collapse',
  textStyle: 'sm',
  display: { base: 'block', md: 'table' },
  transition: 'opacity 0.15s',
})

export const headStyles = defineStyle({
  // visually away, still there for screen readers
  position: { base: 'absolute', md: 'static' },
  clipPath: { base: 'inset(50%)', md: 'none' },
  width: { base: '1px', md: 'auto' },
  height: { base: '1px', md: 'auto' },
  overflow: { base: 'hidden', md: 'visible' },
  '& th': {
    px: '4',
    py: '3',
    textAlign: 'start',
    textStyle: 'xs',
    fontWeight: 'semibold',
    letterSpacing: 'wide',
    color: 'fg.muted',
    bg: 'bg.subtle',
    borderBottomWidth: '1px',
    whiteSpace: 'nowrap',
  },
  '& th[data-align=end]': { textAlign: 'end' },
})

export const cellStyles = defineStyle({
  display: { base: 'block', md: 'table-row-group' },
  '& tr': {
    display: { base: 'block', md: 'table-row' },
    px: { base: '4', md: '0' },
    py: { base: '3', md: '0' },
    borderBottomWidth: '1px',
    _last: { borderBottomWidth: '0' },
    _hover: { bg: { md: 'bg.subtle' } },
  },
  '& :is(th, td)': {
    display: { base: 'flex', md: 'table-cell' },
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: '4',
    px: { base: '0', md: '4' },
    py: { base: '1', md: '3' },
    textAlign: { base: 'end', md: 'start' },
    verticalAlign: 'middle',
  },
  '& td[data-align=end]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& th': { display: { base: 'block', md: 'table-cell' }, textAlign: 'start', fontWeight: 'normal' },
  '& td::before': {
    content: { base: 'attr(data-label) / ""', md: 'none' },
    color: 'fg.muted',
    textAlign: 'start',
    flexShrink: 0,
  },
})
