import { Link, useLocation, useSession } from '@mms/sdk'
import { Box, Button, CloseIcon, ColorModeToggle, Flex, IconButton, Menu, MenuIcon } from '@mms/ui'
import { useRef, useState } from 'react'
import { Brand } from './brand.tsx'
import { useFittingCount } from './fitting.ts'
import { type NavItem, useNavItems } from './nav-items.ts'
import { FoldedBadges, NavItemLink, NavLinks } from './nav-links.tsx'
import { UserMenu } from './user-menu.tsx'

const MENU_ID = 'navbar-menu'

export function Navbar() {
  const signedIn = useSession((session) => session.token !== null)
  const items = useNavItems()
  const { pathname } = useLocation()
  // Depends on the pathname only, because filters may change the address while the menu is open.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === pathname
  return (
    <Box
      as="header"
      data-screen-only
      position="sticky"
      top="0"
      zIndex="sticky"
      bg="bg.panel"
      borderBottomWidth="1px"
    >
      <Flex
        maxW="8xl"
        mx="auto"
        px={{ base: '3', md: '6' }}
        minH="12"
        align="center"
        gap={{ base: '2', md: '4' }}
      >
        <Brand />
        <Box as="nav" aria-label="Main" flex="1" minW="0" hideBelow="lg">
          <FittingLinks items={items} />
        </Box>
        <Flex ms="auto" align="center" gap="1" flexShrink={{ lg: '0' }} minW="0">
          <ColorModeToggle />
          {signedIn ? (
            <Box minW="0" maxW={{ lg: '52' }}>
              <UserMenu />
            </Box>
          ) : (
            <LoginLink />
          )}
          {signedIn ? (
            <Flex align="center" hideFrom="lg">
              {open ? null : <FoldedBadges items={items} />}
              <IconButton
                label={open ? 'Close menu' : 'Open menu'}
                variant="ghost"
                aria-expanded={open}
                aria-controls={MENU_ID}
                onClick={() => setOpenAt(open ? null : pathname)}
              >
                {open ? <CloseIcon aria-hidden /> : <MenuIcon aria-hidden />}
              </IconButton>
            </Flex>
          ) : null}
        </Flex>
      </Flex>
      <Box
        as="nav"
        id={MENU_ID}
        aria-label="Menu"
        hideFrom="lg"
        hidden={!open}
        borderTopWidth="1px"
        p="2"
        // Let the menu scroll: it is fixed, so on a low screen its end would be out of reach.
        maxH="calc(100dvh - 3rem)"
        overflowY="auto"
        onClick={() => setOpenAt(null)}
      >
        {open ? <NavLinks items={items} /> : null}
      </Box>
    </Box>
  )
}

/** On the login page, the link moves to the form and keeps the return address. */
function LoginLink() {
  const { pathname, state } = useLocation()
  const toForm = {
    state,
    replace: true,
    'aria-current': 'page',
    onClick: () => document.querySelector<HTMLElement>('main [name=email]')?.focus(),
  } as const
  return (
    <Button asChild size="sm" variant="outline">
      <Link to="/login" {...(pathname === '/login' && toForm)}>
        Login
      </Link>
    </Button>
  )
}

const unseen = { position: 'absolute', insetStart: '0', visibility: 'hidden' } as const

function FittingLinks({ items }: { items: NavItem[] }) {
  const place = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const more = useRef<HTMLDivElement>(null)
  const count = useFittingCount({ place, row, more }, items.map(({ to }) => to).join(' '))
  const folded = items.slice(count)
  return (
    <Flex ref={place} align="center">
      <Flex asChild position="relative" gap="1" listStyleType="none">
        <ul ref={row}>
          {items.map((item, index) => (
            <Box as="li" key={item.to} flexShrink={0} {...(index >= count && unseen)}>
              <NavItemLink item={item} />
            </Box>
          ))}
        </ul>
      </Flex>
      {folded.length > 0 ? (
        <Flex ref={more} align="center" ps="1" flexShrink={0}>
          <Menu label="More" size="sm">
            {folded.map((item) => (
              <li key={item.to}>
                <NavItemLink item={item} />
              </li>
            ))}
          </Menu>
          <FoldedBadges items={folded} />
        </Flex>
      ) : null}
    </Flex>
  )
}
