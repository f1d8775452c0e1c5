import { defineStyle } from '@chakra-ui/react'

/** Scroll if even one word per line leaves no room for the figures. */
export const frameStyles = defineStyle({ overflowX: 'auto', position: 'relative' })

/** Cards below `lg`, two per row from `md`; a table from `lg`. */
export const tableStyles = defineStyle({
  width: 'full',
  borderCollapse: 'collapse',
  textStyle: 'sm',
  display: { base: 'block', lg: 'table' },
  transition: 'opacity 0.15s',
})

const stayInReach = { position: { lg: 'sticky' }, insetInlineEnd: { lg: '0' } } as const

export const headStyles = defineStyle({
  position: { base: 'absolute', lg: 'static' },
  clipPath: { base: 'inset(50%)', lg: 'none' },
  width: { base: '1px', lg: 'auto' },
  height: { base: '1px', lg: 'auto' },
  overflow: { base: 'hidden', lg: 'visible' },
  '& th': {
    px: { base: '2.5', xl: '4' },
    py: '1.5',
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
  '& th[data-screen-only]': stayInReach,
})

export const sortButtonStyles = defineStyle({
  display: { base: 'none', lg: 'inline-flex' },
  alignItems: 'center',
  gap: '1',
  font: 'inherit',
  letterSpacing: 'inherit',
  cursor: 'pointer',
  color: 'inherit',
  _hover: { color: 'fg' },
})

export const headControlStyles = defineStyle({ display: { base: 'none', lg: 'block' } })

export const bodyStyles = defineStyle({
  display: { base: 'grid', lg: 'table-row-group' },
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  '& > :only-child': { gridColumn: '1 / -1', borderWidth: '0' },
  '& tr': {
    display: { base: 'block', lg: 'table-row' },
    px: { base: '4', lg: '0' },
    py: { base: '3', lg: '0' },
    borderBottomWidth: '1px',
    _last: { borderBottomWidth: { base: '0', md: '1px', lg: '0' } },
    _odd: { borderInlineEndWidth: { md: '1px', lg: '0' } },
    bg: { lg: 'bg.panel' },
    _hover: { bg: { lg: 'bg.subtle' } },
    '&[data-highlighted]': { bg: 'bg.warning', _hover: { bg: 'bg.warning' } },
  },
  '& :is(th, td)': {
    display: { base: 'flex', lg: 'table-cell' },
    // A value that does not fit beside its label gets its own line.
    flexWrap: 'wrap',
    justifyContent: 'end',
    alignItems: 'baseline',
    columnGap: '4',
    px: { base: '0', lg: '2.5', xl: '4' },
    py: '1',
    height: { lg: '9' },
    textAlign: { base: 'end', lg: 'start' },
    verticalAlign: 'middle',
    // A figure over two lines reads as two figures, so names shrink first.
    whiteSpace: 'nowrap',
  },
  '& :is(th, td[data-wrap])': { whiteSpace: 'normal', flexWrap: 'nowrap' },
  // Also set on children, because the reset's wrapping does not narrow paragraphs.
  '& :is(th, td[data-wrap]), & :is(th, td[data-wrap]) *': { overflowWrap: 'anywhere' },
  '& :is(td:empty, td[data-table-only])': { display: { base: 'none', lg: 'table-cell' } },
  '& tr:has(> td[data-screen-only] + th)': { position: { base: 'relative', lg: 'static' } },
  '& td[data-screen-only]:has(+ th)': {
    position: { base: 'absolute', lg: 'static' },
    insetInlineEnd: { base: '4' },
  },
  '& td[data-screen-only]:has(+ th)::before': { display: 'none' },
  '& td[data-screen-only] + th': { paddingInlineEnd: { base: '8', lg: '2.5', xl: '4' } },
  '& td[data-screen-only]': { ...stayInReach, bg: { lg: 'inherit' } },
  '& td[data-wrap]': { minWidth: { lg: '24' } },
  '& td[data-align=end]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& th': {
    display: { base: 'block', lg: 'table-cell' },
    minWidth: { lg: '40' },
    textAlign: 'start',
    fontWeight: 'normal',
  },
  '& td::before': {
    content: { base: 'attr(data-label) / ""', lg: 'none' },
    color: 'fg.muted',
    textAlign: 'start',
    flexShrink: 0,
    marginInlineEnd: 'auto',
  },
  '& [data-opener]': { display: { lg: 'none' } },
  '@media screen and (max-width: 63.99rem)': {
    '& tr:has([data-opener])': { position: 'relative' },
    '& th:has(> [data-opener])': { paddingInlineEnd: '7' },
    '& td[data-screen-only] + th:has(> [data-opener])': { paddingInlineEnd: '14' },
    '& [data-opener]': { display: 'block', ms: 'auto', me: '-7', mt: '-4', color: 'fg.muted' },
    '& tr:not([data-closed]) [data-opener] svg': { transform: 'rotate(180deg)' },
    // The whole row opens, except for its own controls.
    '& [data-opener]::after': { content: '""', position: 'absolute', inset: '0' },
    '& tr:has([data-opener]) :is(a, td button, summary)': { position: 'relative', zIndex: '1' },
    '& tr:has([data-opener]) td:has(+ th)': { zIndex: '1' },
    '& tr[data-closed]': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: '3',
      py: '1.5',
      alignContent: 'start',
    },
    // Names its row above the rest, wherever its column is.
    '& tr[data-closed] th': { flexBasis: '100%', order: '-1', py: '0', lineHeight: 'short' },
    '& tr[data-closed] td': { py: '0', textStyle: 'xs', flexWrap: 'nowrap', alignItems: 'center' },
    '& tr[data-closed] td[data-wrap]': { textAlign: 'start' },
    '& tr[data-closed] td::before': { display: 'none' },
    '& tr[data-closed] td:not([data-brief], :has(+ th))': { display: 'none' },
    '& tr[data-closed] :is(th > :not(:first-child, [data-opener]), td p:not(:only-child))': {
      display: 'none',
    },
  },
})
