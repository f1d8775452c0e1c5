import { isDeepStrictEqual } from 'node:util'
import { isLowStock } from '@mms/contracts'
import type { Report, ViolationKind } from '../violations.ts'
import { type Books, effectOf, sumBy } from './books.ts'
import type { OtherBooks } from './other-books.ts'

/** Alerts knows the medicines, has one open alert per low medicine, and correct counts. */
function checkAlerts({ medicines }: Books, others: OtherBooks, report: (detail: string) => void): void {
  const { known, low, alerts, counted, alertsOutbox } = others
  const open = sumBy(low, (id) => id)
  for (const { id, name, version, current_stock, min_stock_level } of medicines) {
    const model = known.get(id)
    if (model?.version !== version || model.currentStock !== current_stock)
      report(`${name} has version ${version}, alerts knows ${model?.version ?? 'none'}`)
    const isLow = isLowStock({ currentStock: current_stock, minStockLevel: min_stock_level })
    const times = open.get(id) ?? 0
    if (times !== Number(isLow)) report(`${name} has ${current_stock} and ${times} open alerts of that`)
  }
  if (!isDeepStrictEqual(new Map([...alerts].sort()), new Map([...counted].sort())))
    report(`there are ${JSON.stringify([...alerts])}, counted are ${JSON.stringify([...counted])}`)
  for (const [index, { position }] of alertsOutbox.entries()) {
    if (position !== index + 1) report(`position ${position} at place ${index + 1} of the feed`)
  }
}

/** Analytics has the ledger's stock and counts each completed transaction and alert once. */
function checkAnalytics(books: Books, others: OtherBooks, report: (detail: string) => void): void {
  const { heads, trade, raised, alerts } = others
  const completed = books.transactions.filter(({ status }) => status === 'completed')
  const units = sumBy(completed, (row) => row.medicine_id, effectOf)
  const times = sumBy(completed, 'medicine_id', (row) => (row.reverses ? -1 : 1))
  for (const { id, name, current_stock, stock_version } of books.medicines) {
    const head = heads.get(id) ?? { version: 0, currentStock: 0 }
    if (head.version !== stock_version || head.currentStock !== current_stock)
      report(`${name} has ${current_stock} by movement ${stock_version}, analytics ${JSON.stringify(head)}`)
    const counted = trade.get(id) ?? { units: 0, completed: 0 }
    const is = { units: units.get(id) ?? 0, completed: times.get(id) ?? 0 }
    if (!isDeepStrictEqual(counted, is))
      report(`${name} traded ${JSON.stringify(is)}, analytics has ${JSON.stringify(counted)}`)
  }
  const all = [...alerts.values()].reduce((sum, count) => sum + count, 0)
  if (raised !== all) report(`${all} alerts were raised, analytics has ${raised}`)
}

/** Compares the other services with the books. Returns the number of differences. */
export function checkOthers(books: Books, report: Report): number {
  const { others } = books
  if (!others) return 0
  let found = 0
  const as = (kind: ViolationKind) => (detail: string) => {
    found += 1
    report(kind, detail)
  }
  checkAlerts(books, others, as('alerts-differ'))
  checkAnalytics(books, others, as('analytics-differs'))
  return found
}
