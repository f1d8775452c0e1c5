import { z } from 'zod'

/** Header that names one intent to write; every retry of it sends the same. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key'
/** Header of an answer that was given before, to an earlier request with the same key. */
export const REPLAYED_HEADER = 'Idempotent-Replayed'
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\w-]{16,64}$/, 'must be 16 to 64 letters, digits, - or _')
