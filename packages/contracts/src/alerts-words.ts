/* Words only, no schemas: the shell's badge and widgets use them without loading the schema library. */

declare module './suite-events.ts' {
  interface SuiteEvents {
    /** Alerts were read, resolved or generated in this tab; lists and counts that show them are out of date. */
    'alerts-changed': Record<never, never>
  }
}

/** The specification's three types, the two that its screen describes, and what comes before and after `expiry`. */
export const alertTypes = [
  'low_stock',
  'expired',
  'expiry',
  'return_to_distributor',
  'high_demand_predicted',
  'disease_pattern_risk',
  'recommended_stock',
] as const
export type AlertType = (typeof alertTypes)[number]

/** Worst first. */
export const alertSeverities = ['high', 'medium', 'low'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

/** In the only order in which an alert moves through them: `new`, `read`, `resolved`; `read` may be left out. */
export const alertStatuses = ['new', 'read', 'resolved'] as const
export type AlertStatus = (typeof alertStatuses)[number]

/** What the badge of the navigation bar counts: those not resolved. */
export const openAlerts = ({ byStatus }: { byStatus: { new: number; read: number } }): number =>
  byStatus.new + byStatus.read
