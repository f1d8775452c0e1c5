declare module '../suite/suite-events.ts' {
  interface SuiteEvents {
    'alerts-changed': Record<never, never>
  }
}

/** From the specification, except `expired` and `return_to_distributor`, which are stages of `expiry`. */
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

/** Most severe first. */
export const alertSeverities = ['high', 'medium', 'low'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

/** The status of an alert only moves forward in this order; `read` may be skipped. */
export const alertStatuses = ['new', 'read', 'resolved'] as const
export type AlertStatus = (typeof alertStatuses)[number]

/** Number on the navigation badge: alerts that are not resolved. */
export const countOpenAlerts = ({ byStatus }: { byStatus: { new: number; read: number } }): number =>
  byStatus.new + byStatus.read
