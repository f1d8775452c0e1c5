import type { Report } from '../violations.ts'
import { type Books, effectOf, type MovementRow, sumBy } from './books.ts'

function checkChain(name: string, lines: MovementRow[], report: Report): void {
  let balance = 0
  for (const [index, { version, effect, balance_after }] of lines.entries()) {
    balance += effect
    if (version !== index + 1) report('ledger-broken', `${name}: version ${version} at place ${index + 1}`)
    if (balance_after !== balance) {
      report('ledger-broken', `${name}: version ${version} says ${balance_after}, the sum is ${balance}`)
    }
    if (balance_after < 0) report('negative-stock', `${name}: version ${version} leaves ${balance_after}`)
    balance = balance_after
  }
}

/** Stock = opening + sum of movements, by inventory's ledger and by completed sales. */
export function checkStock(books: Books, report: Report): void {
  const { medicines, movements, commands, transactions } = books
  const completed = transactions.filter(({ status }) => status === 'completed')
  // Openings and form corrections come from inventory itself.
  const own = movements.filter(({ id }) => !commands.has(id))
  const ledger = sumBy(movements, 'medicine_id', 'effect')
  const ownSums = sumBy(own, 'medicine_id', 'effect')
  const soldSums = sumBy(completed, (row) => row.medicine_id, effectOf)
  const lines = Map.groupBy(movements, (row) => row.medicine_id)
  for (const { id, name, current_stock, stock_version } of medicines) {
    const chain = lines.get(id) ?? []
    checkChain(name, chain, report)
    if (current_stock < 0) report('negative-stock', `${name} ends with ${current_stock}`)
    if (stock_version !== chain.length)
      report('ledger-broken', `${name}: ${chain.length} lines, not ${stock_version}`)
    const sum = ledger.get(id) ?? 0
    if (sum !== current_stock) {
      report('stock-differs-from-ledger', `${name} has ${current_stock}, its movements make ${sum}`)
    }
    const bySales = (ownSums.get(id) ?? 0) + (soldSums.get(id) ?? 0)
    if (bySales !== current_stock) {
      report('stock-differs-from-sales', `${name} has ${current_stock}, its transactions make ${bySales}`)
    }
  }
}

const ends = new Set<string>(['completed', 'rejected', 'cancelled'])

/** Completed transactions and movements match one to one. */
export function checkTransactions(books: Books, report: Report): void {
  const { movements, commands, transactions, dailyCounts } = books
  const lines = new Map(movements.map((row) => [row.id, row]))
  const ids = new Set(transactions.map(({ id }) => id))
  for (const row of transactions) {
    const line = lines.get(row.id)
    if (!ends.has(row.status)) report('still-pending', `${row.id} is ${row.status}`)
    if (row.status !== 'completed') {
      if (line) report('refused-but-done', `${row.status} ${row.type} ${row.id} has movement ${line.version}`)
      continue
    }
    const expected = [row.type, effectOf(row), row.movement_version, row.balance_after].join(' ')
    const found = line && [line.type, line.effect, line.version, line.balance_after].join(' ')
    if (found !== expected) {
      report('acknowledged-but-lost', `completed ${row.id}: ${expected}; its movement: ${found ?? 'none'}`)
    }
  }
  for (const [id, { outcome }] of commands) {
    if (outcome === 'applied' && !ids.has(id)) report('done-twice', `the command ${id} has no transaction`)
  }
  const completed = sumBy(
    transactions.filter(({ status }) => status === 'completed'),
    'type',
  )
  for (const [type, count] of completed) {
    const counted = dailyCounts.get(type) ?? 0
    if (counted !== count) report('counts-differ', `${count} completed ${type}, ${counted} counted`)
  }
}
