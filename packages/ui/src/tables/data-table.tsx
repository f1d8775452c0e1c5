// biome-ignore-all lint/a11y/noRedundantRoles: display: block removes the built-in roles
import { chakra } from '@chakra-ui/react'
import {
  ArrowDown as ArrowDownIcon,
  ArrowUpDown as ArrowUpDownIcon,
  ArrowUp as ArrowUpIcon,
  ChevronDown as ChevronDownIcon,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  bodyStyles,
  frameStyles,
  headControlStyles,
  headStyles,
  sortButtonStyles,
  tableStyles,
} from './table-styles.ts'

export interface ColumnSort {
  direction: 'ascending' | 'descending' | 'none'
  onSort: () => void
}

export interface Column<Row> {
  /** Header of the column. On narrow screens, label of each value. */
  header: string
  /** Replaces the header from `lg` on, for example by a checkbox that selects all rows. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  screenOnly?: boolean
  /** True for rows whose card omits this cell, because it is empty or repeats another. */
  tableOnly?: (row: Row) => boolean
  /** Shown in a closed row below `lg`. If a table has such columns, a tap opens a row; otherwise all are open. */
  brief?: boolean
  /** Allows line breaks, for free text. Numbers, dates and codes never break. */
  wrap?: boolean
  sort?: ColumnSort | undefined
  /** The column that names the row. Its cells are row headers and card titles, and they become narrower first. */
  primary?: boolean
}

export interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  stale?: boolean
  /** True for rows that need attention. A cell must say why as well, because not everyone sees colours. */
  isHighlighted?: (row: Row) => boolean
}

/** A table; on narrow screens, cards. Sets roles explicitly, because `display: block` removes built-in ones. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, stale = false, isHighlighted } = props
  return (
    <chakra.div css={frameStyles}>
      <chakra.table role="table" css={tableStyles} aria-busy={stale} opacity={stale ? 0.6 : 1}>
        <chakra.caption srOnly>{caption}</chakra.caption>
        <chakra.thead role="rowgroup" css={headStyles}>
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                aria-sort={column.sort?.direction}
                {...marksOf(column)}
              >
                <Head {...column} />
              </th>
            ))}
          </tr>
        </chakra.thead>
        <chakra.tbody role="rowgroup" css={bodyStyles}>
          {rows.map((row) => (
            <Row key={rowKey(row)} columns={columns} row={row} isHighlighted={isHighlighted?.(row)} />
          ))}
        </chakra.tbody>
      </chakra.table>
    </chakra.div>
  )
}

interface RowProps<Row> {
  columns: readonly Column<Row>[]
  row: Row
  isHighlighted: boolean | undefined
}

function Row<Shown>({ columns, row, isHighlighted }: RowProps<Shown>) {
  const opens = columns.some(({ brief }) => brief)
  const [isOpen, setOpen] = useState(false)
  const opener = opens ? (
    <chakra.button
      type="button"
      data-opener
      aria-label="Details"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <ChevronDownIcon aria-hidden size={16} />
    </chakra.button>
  ) : null
  return (
    <tr
      role="row"
      data-highlighted={isHighlighted || undefined}
      data-closed={(opens && !isOpen) || undefined}
    >
      {columns.map((column) => (
        <Cell key={column.header} column={column} isTableOnly={column.tableOnly?.(row)} opener={opener}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  )
}

function Head({ header, head, sort }: Pick<Column<never>, 'header' | 'head' | 'sort'>) {
  if (sort) return <SortButton {...sort}>{header}</SortButton>
  return head ? <chakra.div css={headControlStyles}>{head}</chakra.div> : header
}

const arrows = { ascending: ArrowUpIcon, descending: ArrowDownIcon, none: ArrowUpDownIcon }

function SortButton({ direction, onSort, children }: ColumnSort & { children: string }) {
  const Arrow = arrows[direction]
  return (
    <chakra.button type="button" css={sortButtonStyles} onClick={onSort}>
      {children}
      <Arrow aria-hidden size={12} opacity={direction === 'none' ? 0.5 : 1} />
    </chakra.button>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  isTableOnly: boolean | undefined
  opener: ReactNode
  children: ReactNode
}

function Cell<Row>({ column, isTableOnly, opener, children }: CellProps<Row>) {
  if (column.primary) {
    return (
      <th role="rowheader" scope="row">
        {children}
        {opener}
      </th>
    )
  }
  return (
    <td
      role="cell"
      data-label={column.header}
      data-wrap={column.wrap}
      data-table-only={isTableOnly || undefined}
      data-brief={column.brief}
      {...marksOf(column)}
    >
      {children}
    </td>
  )
}

const marksOf = ({ align, screenOnly }: Pick<Column<never>, 'align' | 'screenOnly'>) => ({
  'data-align': align,
  'data-screen-only': screenOnly,
})
