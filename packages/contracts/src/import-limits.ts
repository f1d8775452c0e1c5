/* No schemas: the browser reads files without loading the schema library. */

/** Most medicines of one file. */
export const MAX_IMPORT_ROWS = 10_000
