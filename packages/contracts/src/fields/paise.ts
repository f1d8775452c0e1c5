/** Converts rupees (JSON, two decimals) to paise (database, integer). */
export const rupeesToPaise = (rupees: number): number => Math.round(rupees * 100)

/** Converts paise (database, integer) to rupees (JSON). */
export const paiseToRupees = (paise: number): number => paise / 100

/** Like `paiseToRupees`, but returns null for a missing amount. */
export const paiseToRupeesOrNull = (paise: number | null | undefined): number | null =>
  typeof paise === 'number' ? paiseToRupees(paise) : null
