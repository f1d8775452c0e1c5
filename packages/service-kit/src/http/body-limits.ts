import type { Access } from './access.ts'

/**
 * Bytes of a body where no sign-in is needed, or a person proves once more who it is: enough for an address, two passwords
 * and the largest passkey, whose signature by ML-DSA-44 has 3.2 KiB in base64 and whose id at most 1.4 KiB, sent twice.
 */
export const PUBLIC_BODY_BYTES = 12 * 1024
/** The largest body that is taken anywhere in the suite, in bytes. */
export const LARGEST_BODY_BYTES = 256 * 1024

/**
 * Bytes that a body may have where the route does not set a smaller limit of its own. The gateway asks this
 * too, so that it lets nothing through that a service then leaves unread.
 *
 * @example bodyLimitOf('public') // 12288
 */
export function bodyLimitOf(access: Access): number {
  return access === 'public' ? PUBLIC_BODY_BYTES : LARGEST_BODY_BYTES
}
