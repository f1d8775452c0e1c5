import type { Access } from './access.ts'

/**
 * Body limit in bytes of public routes and of renewed proofs. Enough for the largest passkey: an ML-DSA-44 signature
 * has 3.2 KiB in base64. The id has at most 1.4 KiB and is sent twice.
 */
export const PUBLIC_BODY_BYTES = 12 * 1024
/** Largest body limit in the suite, in bytes. */
export const LARGEST_BODY_BYTES = 256 * 1024

/** Default body limit in bytes. The gateway applies it too, and so forwards nothing that a service would refuse. */
export function bodyLimitOf(access: Access): number {
  return access === 'public' ? PUBLIC_BODY_BYTES : LARGEST_BODY_BYTES
}
