/**
 * Allowed dependencies: contracts ← kits ← features ← app. Services, areas and the shell do not import each other.
 * `mms`: packages of the suite. `others`: all allowed external run-time dependencies.
 */
export interface Layer {
  folder: RegExp
  mms: string[]
  others?: string[]
  /** May import internal files of other workspaces, for benchmarks and tests. */
  reachesInside?: true
}

export const layers: Layer[] = [
  { folder: /^packages\/contracts$/, mms: [], others: ['zod'] },
  { folder: /^packages\/forecast$/, mms: [], others: [] },
  { folder: /^packages\/medicine-search$/, mms: [], others: [] },
  { folder: /^packages\/service-kit$/, mms: ['contracts'] },
  { folder: /^packages\/sdk$/, mms: ['contracts', 'ui'] },
  { folder: /^packages\/ui$/, mms: [] },
  { folder: /^packages\/build$/, mms: ['contracts', 'sdk', 'ui'] },
  { folder: /^packages\/checks$/, mms: [] },
  { folder: /^services\/[^/]+$/, mms: ['contracts', 'service-kit', 'forecast', 'medicine-search'] },
  { folder: /^gateway$/, mms: ['contracts', 'service-kit'] },
  { folder: /^shell$/, mms: ['contracts', 'sdk', 'ui', 'build'] },
  {
    // Creates PDF reports in the browser.
    folder: /^mf-analytics$/,
    mms: ['contracts', 'sdk', 'ui', 'build'],
    others: ['react', 'jspdf', 'jspdf-autotable'],
  },
  {
    // Imports and exports the catalogue as CSV or Excel in the browser.
    folder: /^mf-inventory$/,
    mms: ['contracts', 'sdk', 'ui', 'build'],
    others: ['react', 'hucre', 'papaparse'],
  },
  {
    // Stores catalogue and bills in the browser's database, draws QR codes, and creates PDF bills.
    folder: /^mf-sales$/,
    mms: ['contracts', 'medicine-search', 'sdk', 'ui', 'build'],
    others: ['react', 'react-dom', 'idb', 'jspdf', 'jspdf-autotable', 'uqr'],
  },
  {
    folder: /^mf-[^/]+$/,
    mms: ['contracts', 'sdk', 'ui', 'build'],
    others: ['react'],
  },
  { folder: /^deploy\/local$/, mms: ['contracts', 'service-kit', 'build'] },
  // Runs the load of the process benchmarks on pods.
  { folder: /^deploy\/kubernetes$/, mms: ['contracts', 'service-kit', 'build'], reachesInside: true },
  // Uses page texts that journeys of several teams need.
  { folder: /^e2e$/, mms: ['contracts', 'medicine-search', 'service-kit', 'build', 'sdk', 'mf-sales'] },
  { folder: /^bench$/, mms: ['build', 'contracts', 'service-kit', 'forecast'], reachesInside: true },
]
