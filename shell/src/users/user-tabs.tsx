import { NavLink } from '@mms/sdk'
import { PageTabs } from '@mms/ui'

/** The pages of user administration. */
export function UserTabs() {
  return (
    <PageTabs label="Users">
      <NavLink to="/users" end>
        People
      </NavLink>
      <NavLink to="/users/history">Sign-ins and changes</NavLink>
    </PageTabs>
  )
}
