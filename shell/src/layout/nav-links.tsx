import { NavLink } from '@mms/sdk'
import { Box, Flex } from '@mms/ui'
import { AreaPart } from '../areas/area-part.tsx'
import type { NavItem } from './nav-items.ts'

/** The list of links, side by side or one below the other. */
export function NavLinks({ items, direction }: { items: NavItem[]; direction: 'row' | 'column' }) {
  return (
    <Flex as="ul" direction={direction} gap="1" listStyleType="none">
      {items.map((item) => (
        <li key={item.to}>
          <NavItemLink item={item} />
        </li>
      ))}
    </Flex>
  )
}

function NavItemLink({ item: { label, to, badgeOf } }: { item: NavItem }) {
  return (
    <Flex
      asChild
      align="center"
      gap="2"
      px="3"
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
        {badgeOf ? (
          <AreaPart
            area={badgeOf}
            part={({ widgets }) => widgets?.['navbar-badge']}
            loading={null}
            problem={null}
          />
        ) : null}
      </NavLink>
    </Flex>
  )
}
