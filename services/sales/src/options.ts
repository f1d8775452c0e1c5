import type { ReadApproval, ServiceClient, ServiceContext } from '@mms/service-kit'
import type { Inventory } from './inventory/client.ts'

/** What the service is made of. Its parts pick what they need. */
export interface SalesOptions extends Pick<ServiceContext<unknown>, 'db' | 'log' | 'metrics' | 'lifecycle'> {
  client: ServiceClient
  inventory: Inventory
  readApproval: ReadApproval
  timeZone: string
  /** Time during which no other replica retries a transaction or bill. */
  leaseMs: number
  sweepIntervalMs: number
  /** Silence after which another replica takes over the reconciliation. */
  reconcileLeaseMs: number
}
