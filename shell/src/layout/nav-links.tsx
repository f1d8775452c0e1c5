import { NavLink } from '@mms/sdk'
import { Box, Flex } from '@mms/ui'
import { AreaPart } from '../areas/area-part.tsx'
import type { KnownArea } from '../areas/registry.ts'
import type { NavItem } from './nav-items.ts'

export function NavLinks({ items }: { items: NavItem[] }) {
  return (
    <Flex as="ul" direction="column" gap="1" listStyleType="none">
      {items.map((item) => (
        <li key={item.to}>
          <NavItemLink item={item} />
        </li>
      ))}
    </Flex>
  )
}

export function NavItemLink({ item: { label, to, badgeOf } }: { item: NavItem }) {
  return (
    <Flex
      asChild
      align="center"
      gap="2"
      px={{ base: '3', lg: '2', xl: '3' }}
      minH="9"
      borderRadius="md"
      textStyle="sm"
      fontWeight="medium"
      color="fg.muted"
      _hover={{ bg: 'bg.muted', color: 'fg' }}
      _currentPage={{ '&, &:hover': { bg: 'brand.subtle', color: 'brand.fg' }, fontWeight: 'semibold' }}
    >
      <NavLink to={to} end={to === '/'}>
        <Box as="span" whiteSpace="nowrap">
          {label}
        </Box>
        {badgeOf ? <NavBadge area={badgeOf} /> : null}
      </NavLink>
    </Flex>
  )
}

export function FoldedBadges({ items }: { items: NavItem[] }) {
  const areas = items.flatMap(({ badgeOf }) => badgeOf ?? [])
  return (
    <Flex gap="0.5" pointerEvents="none">
      {areas.map((area) => (
        <NavBadge key={area.name} area={area} />
      ))}
    </Flex>
  )
}

/** Shows nothing on failure, because the link works without its badge. */
function NavBadge({ area }: { area: KnownArea }) {
  return <AreaPart area={area} part="navbar-badge" loading={null} problem={null} />
}
