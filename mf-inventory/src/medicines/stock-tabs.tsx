import { NavLink } from '@mms/sdk'
import { PageTabs } from '@mms/ui'

const pages = [
  { to: '/medicines', label: 'All medicines' },
  { to: '/medicines/expiry', label: 'Expiry queue' },
  { to: '/medicines/recalls', label: 'Recalls' },
]

export const StockTabs = () => (
  <PageTabs label="Stock">
    {pages.map(({ to, label }) => (
      <NavLink key={to} to={to} end>
        {label}
      </NavLink>
    ))}
  </PageTabs>
)
