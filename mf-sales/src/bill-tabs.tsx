import { Link, NavLink, useSession } from '@mms/sdk'
import { type Column, PageTabs, TextLink } from '@mms/ui'

export function BillTabs() {
  const isAdmin = useSession(({ user }) => user?.role === 'admin')
  return (
    <PageTabs label="Billing">
      <NavLink to="/bills" end>
        Bills
      </NavLink>
      <NavLink to="/bills/day">Day</NavLink>
      <NavLink to="/bills/credits">Open credit</NavLink>
      <NavLink to="/bills/report">Report</NavLink>
      {isAdmin ? (
        <>
          <NavLink to="/bills/store">Store</NavLink>
          <NavLink to="/bills/counters">Counters</NavLink>
        </>
      ) : null}
    </PageTabs>
  )
}

/** Names a bill or a credit note and opens it. */
export const billColumn = <Row extends { _id: string; number: string }>(header: string): Column<Row> => ({
  header,
  primary: true,
  cell: ({ _id, number }) => (
    <TextLink asChild display="inline" fontWeight="semibold">
      <Link to={`/bills/${_id}`}>{number}</Link>
    </TextLink>
  ),
})
