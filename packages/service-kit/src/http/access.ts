import type { Role } from '@mms/contracts'

/** Required on every route, so that the list of routes shows who may do what. */
export type Access = 'public' | 'signed-in' | Role | 'service'
