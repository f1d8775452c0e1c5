/** Separate from the parser of compositions, so that browsers need not load that. */

/** Returns the salts in a `compositionKey`. Undefined without a key. */
export const saltsOf = (key: string | null | undefined): string | undefined => key?.split('|', 1)[0]

/** Returns the salts in a `compositionKey`, followed by their strengths. Empty without a key. */
export const saltsAndStrengths = (key: string | null | undefined): string =>
  key?.split('|', 2).join(' ') ?? ''
