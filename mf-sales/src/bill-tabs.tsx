import { NavLink, useSession } from '@mms/sdk'
import { PageTabs } from '@mms/ui'

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
