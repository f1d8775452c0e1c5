/**
 * Who may depend on whom: contracts ← kits ← features ← app. Services, areas and the shell meet over the
 * network, never by import. `mms` names packages of the suite; `others`, where given, is the whole list of
 * foreign run-time dependencies.
 */
export interface Layer {
  /** Matches the folder of the workspace. */
  folder: RegExp
  mms: string[]
  others?: string[]
  /** May import files of other workspaces, because it measures or tries what is inside. */
  reachesInside?: true
}

export const layers: Layer[] = [
  { folder: /^packages\/contracts$/, mms: [], others: ['zod'] },
  { folder: /^packages\/forecast$/, mms: [], others: [] },
  { folder: /^packages\/service-kit$/, mms: ['contracts'] },
  { folder: /^packages\/sdk$/, mms: ['contracts', 'ui'] },
  { folder: /^packages\/ui$/, mms: [] },
  { folder: /^packages\/build$/, mms: ['contracts', 'sdk', 'ui'] },
  { folder: /^packages\/checks$/, mms: [] },
  { folder: /^services\/[^/]+$/, mms: ['contracts', 'service-kit', 'forecast'] },
  { folder: /^gateway$/, mms: ['contracts', 'service-kit'] },
  { folder: /^shell$/, mms: ['contracts', 'sdk', 'ui', 'build'] },
  {
    // documents are made in the browser, by libraries that no other workspace may have
    folder: /^mf-analytics$/,
    mms: ['contracts', 'sdk', 'ui', 'build'],
    others: ['react', 'jspdf', 'jspdf-autotable', 'papaparse', '@expo-google-fonts/hind'],
  },
  {
    // the catalogue as a CSV or Excel file is read and written in the browser
    folder: /^mf-inventory$/,
    mms: ['contracts', 'sdk', 'ui', 'build'],
    others: ['react', 'hucre', 'papaparse'],
  },
  {
    // the catalogue is kept in the browser's database
    folder: /^mf-sales$/,
    mms: ['contracts', 'sdk', 'ui', 'build'],
    others: ['react', 'idb'],
  },
  {
    folder: /^mf-[^/]+$/,
    mms: ['contracts', 'sdk', 'ui', 'build'],
    others: ['react'],
  },
  { folder: /^deploy\/local$/, mms: ['contracts', 'service-kit', 'build'] },
  // its load under pods is that under processes
  { folder: /^deploy\/kubernetes$/, mms: ['contracts', 'service-kit', 'build'], reachesInside: true },
  // the words of a page that journeys of other teams go through
  { folder: /^e2e$/, mms: ['contracts', 'service-kit', 'build', 'sdk', 'mf-sales'] },
  { folder: /^bench$/, mms: ['build', 'contracts', 'service-kit', 'forecast'], reachesInside: true },
]
