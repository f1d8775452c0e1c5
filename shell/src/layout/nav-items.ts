import type { Role } from '@mms/contracts'
import { useSession } from '@mms/sdk'
import { hasToChangePassword } from '@mms/sdk/host'
import { type KnownArea, useRegistry } from '../areas/registry.ts'

export interface NavItem {
  label: string
  to: string
  order: number
  role?: Role | undefined
  menu?: 'user' | undefined
  badgeOf?: KnownArea
}

const ownItems: NavItem[] = [
  { label: 'Dashboard', to: '/', order: 0 },
  { label: 'Users', to: '/users', order: 1000, role: 'admin' },
  { label: 'Account', to: '/account', order: 1100, menu: 'user' },
  { label: 'Status', to: '/status', order: 1200, role: 'admin', menu: 'user' },
]

export function useNavItems(menu?: 'user'): NavItem[] {
  const role = useSession(({ user, token }) => (hasToChangePassword(token) ? undefined : user?.role))
  const areas = useRegistry((registry) => registry.areas)
  if (!role) return []
  return [...ownItems, ...areas.flatMap(itemsOf)]
    .filter((item) => item.menu === menu && (!item.role || item.role === role))
    .sort((a, b) => a.order - b.order)
}

function itemsOf(area: KnownArea): NavItem[] {
  const { nav = [], slots = [] } = area.manifest ?? {}
  const hasBadge = slots.includes('navbar-badge')
  return nav.map((item, index) => (hasBadge && index === 0 ? { ...item, badgeOf: area } : item))
}
