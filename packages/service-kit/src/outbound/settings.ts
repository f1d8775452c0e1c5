import { z } from 'zod'
import { parseNetwork } from './addresses.ts'

const isNetwork = (text: string) => {
  try {
    return parseNetwork(text).length > 0
  } catch {
    return false
  }
}

const networks = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(z.array(z.string().refine(isNetwork, 'must be networks such as 10.1.0.0/16, with commas between')))
  .transform((texts) => texts.map(parseNetwork))

/** Settings of a service that uses `createOutbound`. Spread them beside `serviceSettings`. */
export const outboundSettings = {
  /** Comma-separated private networks and addresses that may be called: `10.1.0.0/16, 127.0.0.1`. */
  OUTBOUND_PRIVATE_NETWORKS: networks.default([]).meta({ standard: 'none' }),
  /** `allowed`: requests, passwords included, may leave this machine unencrypted. */
  OUTBOUND_CLEAR_TEXT: z.enum(['refused', 'allowed']).default('refused'),
}
