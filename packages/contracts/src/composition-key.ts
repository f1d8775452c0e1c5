/* Apart from the reading of compositions, which browsers need not load. */

/** The salts of a `compositionKey`, by which medicines are brought together; undefined without one. */
export const saltsOf = (key: string | null | undefined): string | undefined => key?.split('|', 1)[0]
