import { NavLink } from '@mms/sdk'
import { PageTabs } from '@mms/ui'
import * as words from '../words/medicines.ts'
import * as sharedWords from '../words/shared.ts'

const pages = [
  { to: '/medicines', label: words.allMedicines },
  { to: '/medicines/expiry', label: sharedWords.expiryQueue },
  { to: '/medicines/recalls', label: sharedWords.recalls },
]

export const StockTabs = () => (
  <PageTabs label={sharedWords.stock}>
    {pages.map(({ to, label }) => (
      <NavLink key={to} to={to} end>
        {label}
      </NavLink>
    ))}
  </PageTabs>
)
