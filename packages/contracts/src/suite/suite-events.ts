/**
 * Events between areas in the browser. Names are facts in the past tense. Each domain declares its events beside its
 * schemas:
 * @example declare module '../suite/suite-events.ts' { interface SuiteEvents { 'suppliers-changed': { supplierIds:
 * string[] } } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the domains
export interface SuiteEvents {}
