import { Box } from '@mms/ui'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'

const KEY = 'mms.rows'

/** The row height that the user chose, stored in this browser. */
export function useRowHeight() {
  const [isTall, setTall] = useState(() => localStorage.getItem(KEY) === 'comfortable')
  const toggle = () => {
    localStorage.setItem(KEY, isTall ? 'dense' : 'comfortable')
    setTall(!isTall)
  }
  return { isTall, toggle }
}

interface Props extends ComponentProps<typeof Box> {
  isTall?: boolean
  /** Shows column labels beside the values on phones, where the head is hidden. */
  labels?: boolean
}

/**
 * A list with one line per row; below `lg` two lines, and tapping a row opens the record. The head stays visible. `j`
 * and `k` move the focus between rows, and so do the arrow keys once a row has it. Enter follows the row's link.
 */
export function DenseRows({ isTall = false, labels = false, ...box }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
    const target = event.target as Element
    if (target.closest('input, select, textarea, [contenteditable], [role=menu]')) return
    const links = [...(frame.current?.querySelectorAll<HTMLElement>('tbody th a') ?? [])]
    const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
    const step = steps[event.key] ?? (at < 0 ? undefined : arrows[event.key])
    if (step === undefined) return
    const next = links[at < 0 ? 0 : at + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return <Box ref={frame} css={[styles, isTall ? tall : {}, labels ? {} : withoutLabels]} {...box} />
}

const steps: Record<string, number> = { j: 1, k: -1 }
const arrows: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The head sticks below the navigation bar (3 rem). It cannot stick inside an element that scrolls sideways. */
const styles = {
  '& [role=region]': { overflow: { xl: 'clip' } },
  '& div:has(> table[role=table])': { overflowX: { xl: 'clip' } },
  '& thead th': { xl: { position: 'sticky', top: '12', zIndex: '1' } },
  '& tbody': { gridTemplateColumns: { md: 'minmax(0, 1fr)', lg: 'none' } },
  '& tbody tr': {
    display: { base: 'flex', lg: 'table-row' },
    flexWrap: 'wrap',
    columnGap: '3',
    position: { base: 'relative', lg: 'static' },
    py: { base: '1', lg: '0' },
    alignItems: 'center',
    borderInlineEndWidth: '0',
  },
  '& tbody :is(th, td)': { py: { base: '0', lg: '0.5' }, height: { lg: '9' } },
  '& tbody th': { flexBasis: '100%' },
  '& tbody tr:has(> td[data-screen-only]) th': { lgDown: { paddingInlineEnd: '16' } },
  '& tbody td[data-screen-only]': { lgDown: { position: 'absolute', insetInlineEnd: '4', top: '0.5' } },
  '& tbody td[data-screen-only] :is(a, button)': { lgDown: { height: '6', minW: '7', px: '1' } },
  '& tbody td[data-screen-only] :is(a svg, button span)': { lgDown: { display: 'none' } },
  '& tbody td': { textStyle: { base: 'xs', lg: 'sm' }, columnGap: '1', textAlign: { base: 'start' } },
  // Makes the whole row a link, except for its own buttons.
  '& tbody th a::after': { content: { base: '""', lg: 'none' }, position: 'absolute', inset: '0' },
  '& tbody td :is(a, button, summary)': { position: { base: 'relative', lg: 'static' }, zIndex: '1' },
} as const

const tall = { '& tbody :is(th, td)': { height: { lg: '12' } } } as const

const withoutLabels = { '& tbody td::before': { display: 'none' } } as const
