import type { Request } from './request.ts'
import type { Answer } from './send.ts'

type Row = Record<'class' | 'operation' | 'role' | 'all' | 'status', string>

const sorted = (groups: Map<string, Row[]>) => [...groups].sort(([a], [b]) => a.localeCompare(b))

function linesBy(column: keyof Row, sent: Row[]): string[] {
  const groups = sorted(Map.groupBy(sent, (row) => row[column]))
  return [
    `by ${column}, ${groups.length}`,
    ...groups.map(([name, rows]) => {
      const statuses = sorted(Map.groupBy(rows, ({ status }) => status))
      const parts = statuses.map(([status, { length }]) => `${status}×${length}`)
      return `  ${String(rows.length).padStart(7)}  ${name}: ${parts.join(' ')}`
    }),
  ]
}

/** Counts requests by class, operation, role and status. */
export function createTally() {
  const sent: Row[] = []
  const classes = new Set<string>()
  return {
    count({ kind, operation, role }: Request, { status }: Answer) {
      const answered = status === 0 ? 'none' : String(status)
      sent.push({ class: kind, operation: operation.name, role, all: 'status', status: answered })
      classes.add(kind)
    },
    total: () => sent.length,
    hasSent: (kind: string) => classes.has(kind),
    lines: () => (['class', 'operation', 'role', 'all'] as const).flatMap((column) => linesBy(column, sent)),
  }
}
