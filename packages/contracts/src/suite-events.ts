/**
 * Events between areas in the browser, by name. Facts in the past tense, small, and without need of an answer.
 * Empty here: each domain declares its own beside its schemas.
 *
 * ```ts
 * declare module './suite-events.ts' {
 *   interface SuiteEvents {
 *     'suppliers-changed': { supplierIds: string[] }
 *   }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the domains
export interface SuiteEvents {}
