import type { Role } from '@mms/contracts'

/** Required on every route, so that the list of routes is the role table. */
export type Access = 'public' | 'signed-in' | Role | 'service'
