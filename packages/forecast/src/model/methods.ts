/** Forecast methods. `MIXES` combines up to four of them; tables use the index. */
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

/** SES and seasonal naive also occur alone, in case the seasonal factors are wrong. */
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

const lumpy: Method[][] = [['intermittent'], ['ses'], ['seasonal-naive']]

/** Indices of the methods of each mix. The first `SMOOTH` mixes are for smooth demand, the rest for intermittent. */
export const MIXES: number[][] = [...smooth, ...lumpy].map((methods) => methods.map(place))
export const SMOOTH = smooth.length
