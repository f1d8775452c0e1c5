// biome-ignore-all lint/a11y/noRedundantRoles: display: block takes the built-in roles away, see below
import { chakra } from '@chakra-ui/react'
import {
  ArrowDown as ArrowDownIcon,
  ArrowUpDown as ArrowUpDownIcon,
  ArrowUp as ArrowUpIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import {
  bodyStyles,
  frameStyles,
  headControlStyles,
  headStyles,
  sortButtonStyles,
  tableStyles,
} from './table-styles.ts'

export interface ColumnSort {
  /** How the rows are sorted by this column, if they are. */
  direction: 'ascending' | 'descending' | 'none'
  onSort: () => void
}

export interface Column<Row> {
  /** Header text; in the stacked form each value's label. */
  header: string
  /** Stands in the header's place where the header has room, from `lg` on: a checkbox that selects all rows. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** Not on paper: buttons. */
  screenOnly?: boolean
  /** Rows of which the stacked card does without this cell: one that says nothing there, or says again what another says. */
  tableOnly?: (row: Row) => boolean
  /** Free text, which may break into lines. Prices, quantities, dates, codes and words never do. */
  wrap?: boolean
  /** The header is a button that sorts. */
  sort?: ColumnSort | undefined
  /** The column that names the row: its cells are row headers, the title of the stacked card. It gives way. */
  primary?: boolean
}

export interface DataTableProps<Row> {
  /** Says what the table holds, for those who do not see it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Dims the rows while newer ones are on their way. */
  stale?: boolean
  /** Rows that want attention; say why in a cell, too: not all see the color. */
  isHighlighted?: (row: Row) => boolean
}

/**
 * A plain table that becomes a list of cards on narrow screens. The explicit roles keep it a table for screen readers
 * there, since `display: block` takes the built-in ones away.
 */
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
            <tr key={rowKey(row)} role="row" data-highlighted={isHighlighted?.(row) || undefined}>
              {columns.map((column) => (
                <Cell key={column.header} column={column} isTableOnly={column.tableOnly?.(row)}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </chakra.tbody>
      </chakra.table>
    </chakra.div>
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
  children: ReactNode
}

function Cell<Row>({ column, isTableOnly, children }: CellProps<Row>) {
  if (column.primary) {
    return (
      <th role="rowheader" scope="row">
        {children}
      </th>
    )
  }
  return (
    <td
      role="cell"
      data-label={column.header}
      data-wrap={column.wrap}
      data-table-only={isTableOnly || undefined}
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
