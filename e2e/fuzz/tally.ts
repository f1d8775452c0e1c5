import type { Request } from './request.ts'
import type { Answer } from './send.ts'

type Counts = Map<string, Map<string, number>>

const countIn = (counts: Counts, row: string, column: string) => {
  const present = counts.get(row) ?? new Map<string, number>()
  present.set(column, (present.get(column) ?? 0) + 1)
  counts.set(row, present)
}
const sum = (row: Map<string, number>) => [...row.values()].reduce((all, each) => all + each, 0)

function lines(title: string, counts: Counts): string[] {
  const rows = [...counts].sort(([a], [b]) => a.localeCompare(b))
  return [
    `${title}, ${rows.length}`,
    ...rows.map(([name, row]) => {
      const parts = [...row]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([status, count]) => `${status}×${count}`)
      return `  ${String(sum(row)).padStart(7)}  ${name}: ${parts.join(' ')}`
    }),
  ]
}

export function createTally() {
  const [byKind, byOperation, byRole, byStatus]: Counts[] = [
    new Map(),
    new Map(),
    new Map(),
    new Map(),
  ] as never
  let total = 0
  return {
    count({ kind, operation, role }: Request, { status }: Answer) {
      total += 1
      const answered = status === 0 ? 'none' : String(status)
      countIn(byKind as Counts, kind, answered)
      countIn(byOperation as Counts, operation.name, answered)
      countIn(byRole as Counts, role, answered)
      countIn(byStatus as Counts, 'all', answered)
    },
    total: () => total,
    timesOf: (kind: string) => sum((byKind as Counts).get(kind) ?? new Map()),
    lines: () => [
      ...lines('by class', byKind as Counts),
      ...lines('by operation', byOperation as Counts),
      ...lines('by role', byRole as Counts),
      ...lines('by status', byStatus as Counts),
    ],
  }
}
