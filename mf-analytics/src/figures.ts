const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })

export const formatMonth = (text: string) => month.format(new Date(`${text}-01T00:00:00Z`))

/** Charts with fewer than six points have bars, because a line would suggest values in between. */
export const chartTypeOf = (points: { length: number }) => (points.length < 6 ? 'bar' : 'line')

export const formatMultiplier = (multiplier: number) => `${multiplier.toFixed(1)}x`

/** `rate` is null for a medicine without stock. */
export const formatTurnover = (rate: number | null) => (rate === null ? '-' : rate.toFixed(2))

const decimals = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
const oneDecimal = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

/** Example: `formatUnits(12.345) // '12.35'`. */
export const formatUnits = (units: number) => decimals.format(units)

/** For charts: `formatOneDecimal(12.345) // '12.3'`. Unknown values show a dash. */
export const formatOneDecimal = (units: number) => (Number.isFinite(units) ? oneDecimal.format(units) : '-')

export const formatShare = (share: number) => `${oneDecimal.format(share * 100)} %`
