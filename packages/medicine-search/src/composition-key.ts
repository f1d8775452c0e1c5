/** Separate from the composition parser, which browsers need not load. */

/** Returns the salts of a `compositionKey`; undefined without one. */
export const saltsOf = (key: string | null | undefined): string | undefined => key?.split('|', 1)[0]

/** Returns the salts, then their strengths; empty without a `compositionKey`. */
export const saltsAndStrengths = (key: string | null | undefined): string =>
  key?.split('|', 2).join(' ') ?? ''
