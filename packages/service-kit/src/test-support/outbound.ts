import { parseNetwork } from '../outbound/addresses.ts'
import type { OutboundPolicy, Resolve } from '../outbound/connections.ts'
import { createOutbound, type Outbound } from '../outbound/outbound.ts'

/** Allows 127.0.0.1 and the internet. */
export const localPolicy: OutboundPolicy = {
  OUTBOUND_PRIVATE_NETWORKS: [parseNetwork('127.0.0.1')],
  OUTBOUND_CLEAR_TEXT: 'refused',
}

/** Outbound client for tests with a server at 127.0.0.1. */
export const localOutbound = (resolve?: Resolve): Outbound => createOutbound(localPolicy, resolve)
