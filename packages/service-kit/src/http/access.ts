import type { Role } from '@mms/contracts'

/**
 * Who may call a route: every client, every signed-in user, one role, or other services.
 * Every route must say it: the list of a service's routes is its role table.
 */
export type Access = 'public' | 'signed-in' | Role | 'service'
