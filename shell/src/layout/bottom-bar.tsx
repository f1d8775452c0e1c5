import type { Role } from '@mms/contracts'
import { NavLink, useSession } from '@mms/sdk'
import { AlertIcon, Box, ChartIcon, DashboardIcon, PillIcon, ReceiptIcon } from '@mms/ui'
import { useNavItems } from './nav-items.ts'

const icons: Record<string, typeof PillIcon> = {
  '/': DashboardIcon,
  '/sales': ReceiptIcon,
  '/bills': ReceiptIcon,
  '/medicines': PillIcon,
  '/alerts': AlertIcon,
  '/reports': ChartIcon,
}

const entries: Record<Role, string[]> = {
  admin: ['/', '/sales', '/alerts', '/reports'],
  staff: ['/', '/sales', '/medicines', '/alerts'],
}

const look = {
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '1fr',
  '@media (max-height: 30rem)': { display: 'none' },
  '& a': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '0.5',
    py: '2',
    color: 'fg.muted',
    textStyle: 'xs',
  },
  '& a[aria-current=page]': { color: 'brand.fg', fontWeight: 'semibold' },
}

/** The links that a role needs most, within reach of the thumb. Adds equal space at the page's end. */
export function BottomBar() {
  const role = useSession(({ user }) => user?.role ?? 'staff')
  const items = useNavItems()
  return (
    <Box data-screen-only hideFrom="md" height="var(--bottom-bar)" overflow="hidden">
      <Box
        as="nav"
        aria-label="Main pages"
        position="fixed"
        insetInline="0"
        bottom="0"
        zIndex="docked"
        bg="bg.panel"
        borderTopWidth="1px"
        css={look}
      >
        {items
          .filter(({ to }) => entries[role].includes(to))
          .map(({ label, to }) => {
            const Icon = icons[to] ?? PillIcon
            return (
              <NavLink key={to} to={to} end={to === '/'}>
                <Icon size={20} aria-hidden />
                {label}
              </NavLink>
            )
          })}
      </Box>
    </Box>
  )
}
