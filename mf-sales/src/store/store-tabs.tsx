import { NavLink } from '@mms/sdk'
import { PageTabs } from '@mms/ui'

export const StoreTabs = () => (
  <PageTabs label="Billing">
    <NavLink to="/bills/store">Store</NavLink>
    <NavLink to="/bills/counters">Counters</NavLink>
  </PageTabs>
)
