import type { ListedBill } from '@mms/contracts'
import { Link } from '@mms/sdk'
import { Badge, type Column, DataTable, Flex, formatCount, formatRupees, Instant, TextLink } from '@mms/ui'

const columns: Column<ListedBill>[] = [
  {
    header: 'Number',
    primary: true,
    cell: ({ _id, number }) => (
      <TextLink asChild display="inline" fontWeight="semibold">
        <Link to={`/bills/${_id}`}>{number}</Link>
      </TextLink>
    ),
  },
  { header: 'Date', cell: ({ madeAt }) => <Instant at={madeAt} /> },
  { header: 'Seller', cell: ({ seller }) => seller.name },
  {
    header: 'Customer',
    wrap: true,
    cell: ({ customer }) => [customer?.name, customer?.phone].filter(Boolean).join(' · ') || '-',
  },
  { header: 'Lines', align: 'end', cell: ({ lines }) => formatCount(lines) },
  { header: 'Total', align: 'end', cell: ({ payable }) => formatRupees(payable / 100) },
  { header: 'Status', cell: (bill) => <Status bill={bill} /> },
]

function Status({ bill: { status, handedOver, differs, creditOf } }: { bill: ListedBill }) {
  return (
    <Flex gap="1.5" wrap="wrap">
      {status === 'pending' ? <Badge colorPalette="yellow">Waiting</Badge> : null}
      {status === 'refused' ? <Badge colorPalette="gray">Refused</Badge> : null}
      {status === 'void' ? <Badge colorPalette="gray">Void</Badge> : null}
      {creditOf ? <Badge colorPalette="purple">Credit note</Badge> : null}
      {status === 'final' && !handedOver && !differs && !creditOf ? (
        <Badge colorPalette="green">Booked</Badge>
      ) : null}
      {handedOver ? <Badge colorPalette="blue">Handed over</Badge> : null}
      {differs ? <Badge colorPalette="orange">Differs</Badge> : null}
    </Flex>
  )
}

export const BillsTable = ({ bills, stale }: { bills: readonly ListedBill[]; stale: boolean }) => (
  <DataTable
    caption="Bills"
    columns={columns}
    rows={bills}
    rowKey={({ _id }) => _id}
    stale={stale}
    isHighlighted={({ differs }) => differs}
  />
)
