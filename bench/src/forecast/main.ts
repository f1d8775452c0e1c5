import { parseArgs } from 'node:util'
import { type Accuracy, measure } from './accuracy.ts'
import { hospitalMonths, nhsWeeks, ownData, regular, stocked } from './data.ts'
import { speed } from './speed.ts'
import { type StockHeld, simulate } from './stock.ts'

const WEEK_SEASON = 365.25 / 7
const WINDOW = 104

const { values: args } = parseArgs({
  options: { data: { type: 'string' }, earlier: { type: 'boolean' }, skip: { type: 'string' } },
})
const folder = args.data ?? ownData
/** The constants were chosen on the year before the evaluated part. */
const [months, until] = args.earlier ? [72, '2019-01-01'] : [84, '2020-01-01']

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const accuracyLine = (name: string, goal: string, { scaled, ...rest }: Accuracy) =>
  [
    `${name}: ${scaled.ours?.toFixed(4)} (${goal}), repeating the past ${scaled.naive?.toFixed(4)}`,
    `  80 % interval covers ${percent(rest.covered80)} (77 to 83), 95 % ${percent(rest.covered95)} (92)`,
    `  bias ${percent(rest.bias)} of demand, pinball loss ${rest.pinball.toFixed(4)}`,
  ].join('\n')
const stockLine = (name: string, held: StockHeld) =>
  `${name}: ${percent(held.served)} served with ${held.weeks.toFixed(2)} weeks of stock`

const hospital = hospitalMonths(folder, months)
console.log(`hospital-counts, ${hospital.length} series, months up to ${months}, last 12 forecast at once`)
const hospitalProtocol = { season: 12, horizon: 12, step: 12, origins: 1, lag: 12, squared: false }
console.log(accuracyLine('  MASE', '0.755, aim 0.74', measure({ histories: hospital, ...hospitalProtocol })))

const weeks = nhsWeeks(folder, until)
const often = regular(weeks)
console.log(`\nnhs-pharmacy, ${often.length} series, weeks before ${until}, 13 origins of 4 weeks`)
const nhsProtocol = { season: WEEK_SEASON, horizon: 4, step: 4, origins: 13, lag: 1, squared: true }
console.log(accuracyLine('  RMSSE', '0.715, aim 0.70', measure({ histories: often, ...nhsProtocol })))

const kept = stocked(weeks, WINDOW)
const { ours, cover } = simulate(kept, WINDOW, WEEK_SEASON)
console.log(
  `\nstock, ${kept.length} series, last ${WINDOW} weeks, ordered weekly, delivered a week later, lost sales`,
)
console.log(stockLine('  order-up-to of the forecast (95.9 % with 2.75, aim 96 % with 2.7)', ours))
console.log(stockLine("  six weeks' cover", cover))
const frequent = simulate(stocked(often, WINDOW), WINDOW, WEEK_SEASON)
console.log(stockLine('  the same, series with demand in half of the weeks', frequent.ours))

if (args.skip !== 'speed') console.log(`\n${speed()}`)
