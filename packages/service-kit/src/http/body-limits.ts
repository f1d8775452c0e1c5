import type { Access } from './access.ts'

/** Bytes of a body where no sign-in is needed: enough for an address and two passwords. */
export const PUBLIC_BODY_BYTES = 4 * 1024
/** The largest body that is taken anywhere in the suite, in bytes. */
export const LARGEST_BODY_BYTES = 256 * 1024

/**
 * Bytes that a body may have where the route does not set a smaller limit of its own. The gateway asks this
 * too, so that it lets nothing through that a service then leaves unread.
 *
 * @example bodyLimitOf('public') // 4096
 */
export function bodyLimitOf(access: Access): number {
  return access === 'public' ? PUBLIC_BODY_BYTES : LARGEST_BODY_BYTES
}
