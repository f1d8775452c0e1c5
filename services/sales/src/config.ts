import { loadConfig, serviceSettings } from '@mms/service-kit/config'
import { z } from 'zod'

const milliseconds = (standard: number) => z.coerce.number().int().min(10).max(60_000).default(standard)

export const settings = z.object({
  ...serviceSettings,
  /** Base URL of inventory's internal routes, e.g. `http://127.0.0.1:5002`. */
  INVENTORY_URL: z.url(),
  /** Time that a sale waits for inventory before it answers 202. */
  COMMAND_TIMEOUT_MS: milliseconds(1_500),
  /** Interval at which a replica looks for pending transactions whose request is gone. */
  SWEEP_INTERVAL_MS: milliseconds(500),
  /** Silence after which another replica takes over the reconciliation. */
  RECONCILE_LEASE_MS: milliseconds(60_000),
})

/** A manual reconciliation serves no requests. */
export const readReconcileConfig = () => loadConfig(settings.omit({ PORT: true, JWKS_URL: true }))
