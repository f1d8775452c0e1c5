import type { Access } from './access.ts'

/**
 * Limit for public routes and renewed proofs, in bytes. The largest passkey fits: an ML-DSA-44 signature is 3.2 KiB in
 * base64, its id at most 1.4 KiB, sent twice.
 */
export const PUBLIC_BODY_BYTES = 12 * 1024
/** Largest body in the suite, in bytes. */
export const LARGEST_BODY_BYTES = 256 * 1024

/** Default body limit in bytes. The gateway uses it too, so that it forwards nothing that a service refuses. */
export function bodyLimitOf(access: Access): number {
  return access === 'public' ? PUBLIC_BODY_BYTES : LARGEST_BODY_BYTES
}
