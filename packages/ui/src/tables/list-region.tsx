import { Box, Flex, Text } from '@chakra-ui/react'
import { ChevronLeft as ChevronLeftIcon, ChevronRight as ChevronRightIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../actions/buttons.tsx'
import { ProblemCard } from '../feedback/alert.tsx'
import { TableSkeleton } from '../feedback/loading.tsx'
import { formatCount } from '../format/format.ts'
import { Card } from '../pages/card.tsx'

export interface ListView<Row> {
  rows: readonly Row[] | undefined
  after: string
  stale: boolean
  pager: Omit<PagerProps, 'label'> | undefined
  failure: { title: string; text: string } | undefined
  isFetching: boolean
  retry: () => void
}

interface ListRegionProps<Row> {
  label: string
  list: ListView<Row>
  frame?: 'card' | 'edge' | 'inside'
  empty: ReactNode
  children: (rows: readonly Row[], stale: boolean) => ReactNode
}

/** A paged list: skeleton, error, rows with pager, or empty. A new page scrolls and focuses its top. */
export function ListRegion<Row>({ frame = 'card', ...props }: ListRegionProps<Row>) {
  const { label, list } = props
  const { rows, failure } = list
  if (rows) return <Region {...props} rows={rows} frame={frame} />
  const inside = failure ? (
    <ProblemCard title={failure.title} onRetry={list.retry} retrying={list.isFetching}>
      {failure.text}
    </ProblemCard>
  ) : (
    <TableSkeleton text={`Loading ${label}...`} />
  )
  if (frame === 'edge') return <Box p="4">{inside}</Box>
  return frame === 'card' && !failure ? <Card>{inside}</Card> : inside
}

type RegionProps<Row> = ListRegionProps<Row> & { rows: readonly Row[] }

function Region<Row>({ label, list, frame, rows, empty, children }: RegionProps<Row>) {
  const { pager, stale } = list
  const top = useFocusOnNewRows(rows, list.after, stale)
  if (rows.length === 0) {
    return (
      <Box
        ref={top}
        tabIndex={-1}
        css={frame === 'card' ? {} : { '& > *': { border: 'none', boxShadow: 'none' } }}
      >
        {empty}
      </Box>
    )
  }
  const isOneOfMany =
    pager && (pager.total !== undefined || pager.onPrevious || pager.onFirst || pager.onNext)
  const Frame = frame === 'card' ? Card : Box
  return (
    <Frame
      {...(frame === 'card' ? { p: '0', overflow: 'hidden' } : {})}
      ref={top}
      role="region"
      aria-label={`List of ${label}`}
      tabIndex={-1}
    >
      {children(rows, stale)}
      {isOneOfMany ? (
        <Box {...(frame === 'inside' ? { pt: '4' } : { p: '4' })} borderTopWidth="1px">
          <Pager label={label} {...pager} />
        </Box>
      ) : null}
    </Frame>
  )
}

/**
 * Focuses the top of a list when another page loads or the focused row disappears. `rows` must be the same array while
 * unchanged. `after`: cursor of the page. `stale`: `rows` belong to the previous page.
 */
function useFocusOnNewRows(rows: readonly unknown[], after: string, stale: boolean) {
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef({ rows, after })
  const hadFocus = top.current?.contains(document.activeElement) ?? false
  useEffect(() => {
    if (stale || shown.current.rows === rows) return
    const isLost = document.activeElement === document.body
    const isTurned = shown.current.after !== after && (hadFocus || isLost)
    const isRowGone = shown.current.rows.length > rows.length
    shown.current = { rows, after }
    if (isTurned) top.current?.scrollIntoView?.({ block: 'start' })
    if (isTurned || (isLost && (hadFocus || isRowGone))) top.current?.focus({ preventScroll: true })
  }, [rows, after, stale, hadFocus])
  return top
}

interface PagerProps {
  label: string
  from: number
  to: number
  total?: number | undefined
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  onFirst?: (() => void) | undefined
}

export function Pager({ label, from, to, total, onPrevious, onNext, onFirst }: PagerProps) {
  const range = from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`
  return (
    <Flex
      as="nav"
      aria-label={`Pages of ${label}`}
      justify="space-between"
      align="center"
      gap="3"
      wrap="wrap"
    >
      <Text color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums" aria-live="polite">
        {total === undefined ? range : `${range} of ${formatCount(total)}`}
      </Text>
      <Flex gap="2">
        {onFirst ? (
          <Button size="sm" variant="ghost" onClick={onFirst}>
            First page
          </Button>
        ) : null}
        <Button size="sm" variant="outline" disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeftIcon aria-hidden />
          Previous
        </Button>
        <Button size="sm" variant="outline" disabled={!onNext} onClick={onNext}>
          Next
          <ChevronRightIcon aria-hidden />
        </Button>
      </Flex>
    </Flex>
  )
}
