import { type Books, sumBy } from './check/books.ts'
import type { BatchSales } from './check/check-batches.ts'
import type { Told } from './check/check-feeds.ts'
import type { Mix } from './check/check-mix.ts'
import type { OtherBooks } from './check/other-books.ts'
import type { FaultKind } from './faults/faults.ts'
import type { Journal } from './work/journal.ts'

export interface Outcome {
  journal: Journal
  books: Books
  told: Told
  faults: Partial<Record<FaultKind, number>>
  reads: number
  late: number
  mix: Mix | undefined
  batchSales: BatchSales
  printed: unknown[]
  known: unknown[]
  holds: number
  refreshes: number
  restMs: number
  ms: number
}

const count = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, number]) => `${name} ${number}`)
    .join(', ')

const tally = (values: string[]) => Object.fromEntries(sumBy(values, (value) => value))

const wordsOf = ({ begunOn, keysOfBoth, commandsOfBoth }: Mix) => [
  `begun on ${count(begunOn)}`,
  `${keysOfBoth} keys asked of both releases of sales, ${commandsOfBoth} commands answered by both of inventory`,
]

const wordsOfOthers = ({ alertsOutbox, trade }: OtherBooks, { refreshes }: Outcome) =>
  `${refreshes} times sessions went on; ${alertsOutbox.length} events of alerts; ${trade.size} medicines traded by analytics`

/** What happened, one sentence per line. */
export function summaryOf(outcome: Outcome): string[] {
  const { journal, books, told, faults, reads, late, mix, restMs, ms } = outcome
  const { judged, named, skipped } = outcome.batchSales
  const { transactions } = books
  const faultCount = Object.values(faults).reduce((sum, number) => sum + number, 0)
  const { requests, failedRequests, accepted, duplicates, replays, askedAgain } = journal.counts
  return [
    `${journal.entries.length} transactions asked for in ${Math.round(ms / 1000)} s: ${count(tally(transactions.map(({ status }) => status)))}`,
    `by type: ${count(tally(transactions.map(({ type, reverses }) => (reverses ? 'reversal' : type))))}`,
    `${requests} requests, ${failedRequests} without an answer, ${accepted} answered 202, ${duplicates} parallel duplicates, ${askedAgain} asked again later, ${replays} replays`,
    `${faultCount} faults: ${count(faults)}`,
    `${books.medicines.length} medicines, ${books.movements.length} movements, ${told.inventory.length} + ${told.sales.length} feed events, ${reads} looks at a stock, ${late} late duplicates`,
    `${judged} sales compared with the shelf before them, ${named} of them named a batch, ${skipped} of an unknown shelf; ${outcome.holds} holds and releases`,
    `${outcome.printed.length} bills printed, ${books.bills.filter(({ handedOver }) => handedOver).length} handed over, ${books.bills.filter(({ status }) => status === 'refused').length} refused`,
    `${books.bills.filter(({ creditOf }) => creditOf).length} credit notes, ${books.reports.length} day reports, ${books.entries.length} cash entries`,
    `nothing pending ${restMs} ms after the last fault`,
    ...(books.others ? [wordsOfOthers(books.others, outcome)] : []),
    ...(mix ? wordsOf(mix) : []),
  ]
}
