import type { Report } from '../violations.ts'
import { type Answer, type Entry, type Journal, notBegun, ofTheMoment } from '../work/journal.ts'
import type { Books, TransactionRow } from './books.ts'

const words = (answer: Answer) => JSON.stringify(answer)

function checkDone({ intent }: Entry, answer: Answer, rows: TransactionRow[], report: Report): void {
  const [row] = rows
  const isKept =
    row?.status === 'completed' && row.id === answer.id && row.balance_after === answer.newStockLevel
  if (!isKept) {
    const is = row ? `${row.id} is ${row.status}` : 'there is no such row'
    report('acknowledged-but-lost', `${intent.key} was told ${words(answer)}, but ${is}`)
  }
  if (intent.isSecondReversal) report('done-twice', `${intent.reverses} was reversed a second time`)
}

function checkRefused({ intent }: Entry, answer: Answer, rows: TransactionRow[], report: Report): void {
  const done = rows.find(({ status }) => status !== 'rejected' && status !== 'cancelled')
  if (done)
    report('refused-but-done', `${intent.key} was told ${words(answer)}, but ${done.id} is ${done.status}`)
  if (rows.length === 0 && !notBegun.has(answer.code ?? '')) {
    report('unexpected-answer', `${intent.key} was told ${words(answer)}, and nothing is written down`)
  }
}

function checkEntry(entry: Entry, rows: TransactionRow[], report: Report): void {
  const { intent, answers, cancelled } = entry
  if (rows.length > 1) report('done-twice', `${intent.key} made ${rows.map(({ id }) => id).join(' and ')}`)
  if (answers.length === 0) report('no-final-answer', intent.key)
  const lasting = answers.filter(({ code = '' }) => !ofTheMoment.has(code))
  if (new Set(lasting.map(words)).size > 1) {
    report('answers-differ', `${intent.key}: ${answers.map(words).join(' and ')}`)
  }
  for (const answer of answers) {
    if (ofTheMoment.has(answer.code ?? '')) continue
    if (answer.status === 201) checkDone(entry, answer, rows, report)
    else if (answer.status === 409 || answer.status === 403) checkRefused(entry, answer, rows, report)
    else report('unexpected-answer', `${intent.key} was told ${words(answer)}`)
  }
  if (cancelled && rows[0]?.status !== 'cancelled') {
    report(
      'refused-but-done',
      `${cancelled} was acknowledged as cancelled and is ${rows[0]?.status ?? 'gone'}`,
    )
  }
}

export function checkAnswers({ entries }: Journal, { transactions }: Books, report: Report): void {
  const byKey = Map.groupBy(transactions, (row) => row.idempotency_key)
  const keys = new Set(entries.map(({ intent }) => intent.key))
  for (const entry of entries) checkEntry(entry, byKey.get(entry.intent.key) ?? [], report)
  for (const { id, idempotency_key, bill_id } of transactions) {
    if (!bill_id && !keys.has(idempotency_key)) report('done-twice', `nobody asked for ${id}`)
  }
  const reversals = Map.groupBy(
    transactions.filter(({ reverses, status }) => reverses !== null && status === 'completed'),
    (row) => row.reverses,
  )
  for (const [original, undoing] of reversals) {
    if (undoing.length > 1) report('done-twice', `${original} was reversed ${undoing.length} times`)
  }
}
