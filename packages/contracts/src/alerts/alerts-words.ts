/** No schemas: the shell's badge and widgets use these words without loading zod. */

declare module '../suite/suite-events.ts' {
  interface SuiteEvents {
    'alerts-changed': Record<never, never>
  }
}

/** The specification's three types, its screen's two, and the stages before and after `expiry`. */
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

/** An alert only moves forward through these; `read` may be skipped. */
export const alertStatuses = ['new', 'read', 'resolved'] as const
export type AlertStatus = (typeof alertStatuses)[number]

/** Counts the alerts that are not resolved, for the navigation badge. */
export const openAlerts = ({ byStatus }: { byStatus: { new: number; read: number } }): number =>
  byStatus.new + byStatus.read
