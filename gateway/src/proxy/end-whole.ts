import type { OutgoingMessage } from 'node:http'

/** Node writes text of so many bytes, headers included, straight from its stack. */
export const SMALL_BYTES = 12_000

/**
 * Ends a message with its whole body. A small one as latin1, byte for byte, because Node writes headers and a text at once
 * by a call of half the cost of that for headers and a buffer.
 */
export function endWhole(message: OutgoingMessage, body: Buffer): void {
  if (body.length > SMALL_BYTES) message.end(body)
  else message.end(body.toString('latin1'), 'latin1')
}
