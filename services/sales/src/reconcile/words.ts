import type { Report } from './rules.ts'

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

export function describeReport(report: Report): string {
  const { medicines, movements, transactions, replayed, pending, resent, mismatches, findings } = report
  const compared = [
    counted(medicines, 'medicine'),
    counted(movements, 'movement'),
    counted(transactions, 'transaction'),
  ]
  const lines = [
    `Compared ${compared.join(', ')}.`,
    `Asked again for ${counted(replayed, 'pending transaction')}; ${pending} still without an outcome.`,
    ...(resent > 0 ? [`Sent ${counted(resent, 'completed transaction')} again that the ledger lacked.`] : []),
    `Found ${counted(mismatches, 'mismatch', 'mismatches')}.`,
    ...findings.map(({ kind, medicineId, id, detail }) =>
      [kind, `medicine ${medicineId}`, ...(id ? [`id ${id}`] : []), detail].join(' · '),
    ),
    ...(findings.length < mismatches
      ? [`… and ${mismatches - findings.length} more, in the table reconciliation_findings.`]
      : []),
  ]
  return `${lines.join('\n')}\n`
}
