/** No schemas: the browser reads files without loading zod. */

export const MAX_IMPORT_ROWS = 10_000
