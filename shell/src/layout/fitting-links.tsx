import { Box, Flex, Menu } from '@mms/ui'
import { useRef } from 'react'
import { useFitting } from './fitting.ts'
import type { NavItem } from './nav-items.ts'
import { FoldedBadges, NavItemLink } from './nav-links.tsx'

const unseen = { position: 'absolute', insetStart: '0', visibility: 'hidden' } as const

export function FittingLinks({ items }: { items: NavItem[] }) {
  const place = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const more = useRef<HTMLDivElement>(null)
  const count = useFitting({ place, row, more }, items.map(({ to }) => to).join(' '))
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
        <Box ref={more} position="relative" ps="1" flexShrink={0}>
          <Menu label="More" size="sm">
            {folded.map((item) => (
              <li key={item.to}>
                <NavItemLink item={item} />
              </li>
            ))}
          </Menu>
          <FoldedBadges items={folded} />
        </Box>
      ) : null}
    </Flex>
  )
}
