/** Separate from the composition parser, which browsers need not load. */

/** Returns the salts of a `compositionKey`; undefined without one. */
export const saltsOf = (key: string | null | undefined): string | undefined => key?.split('|', 1)[0]
