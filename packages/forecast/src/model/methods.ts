/** The simple methods, by their place in tables. The averages of two to four of them are what is chosen from. */
export const METHODS = [
  'ses',
  'factor',
  'year',
  'theta',
  'same-period',
  'seasonal-naive',
  'intermittent',
] as const
export type Method = (typeof METHODS)[number]

const place = (method: Method) => METHODS.indexOf(method)

/** Averages to choose from by rolling errors; ses and seasonal naive stand alone too, so no wrong season can win. */
const smooth: Method[][] = [
  ['factor', 'year', 'theta'],
  ['ses'],
  ['factor'],
  ['year'],
  ['theta'],
  ['seasonal-naive'],
  ['ses', 'factor'],
  ['factor', 'year'],
  ['factor', 'theta'],
  ['ses', 'factor', 'theta'],
  ['factor', 'same-period'],
  ['factor', 'same-period', 'theta'],
  ['ses', 'factor', 'same-period', 'theta'],
  ['ses', 'factor', 'year', 'theta'],
]

/** What may serve intermittent demand: "intermittent" is itself the mean of SES, TSB and ADIDA. */
const lumpy: Method[][] = [['intermittent'], ['ses'], ['seasonal-naive']]

/** Members of each average; the first `SMOOTH` are for smooth demand, the rest for intermittent. */
export const MIXES: number[][] = [...smooth, ...lumpy].map((methods) => methods.map(place))
export const SMOOTH = smooth.length
