import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row that grows by more than this is written anew, so that a review sees what it feeds. */
const TOLERANCE = 300

const isProduction = (file: string) =>
  !/\.(test|spec|cluster)\.tsx?$|(^|\/)(test|tests|test-support|e2e)\/|vitest\.|^bench\//.test(file)

/** What a mechanism is, by the folders that hold it. The first row whose folder fits counts a file. */
const rows: [kind: string, mechanism: string, ...folders: string[]][] = [
  ['Pharmacy', 'screens: counter and history', 'mf-sales/'],
  ['Pharmacy', 'screens: medicines, batches, recalls, imports', 'mf-inventory/'],
  ['Pharmacy', 'screens: reports, climate, demand', 'mf-analytics/'],
  ['Pharmacy', 'screens: alerts', 'mf-alerts/'],
  ['Pharmacy', 'stock, batches, medicines, imports', 'services/inventory/'],
  ['Pharmacy', 'transactions, returns, reconciliation', 'services/sales/'],
  ['Pharmacy', 'alerts and their delivery', 'services/alerts/'],
  ['Pharmacy', 'demand, reports, settings', 'services/analytics/', 'packages/forecast/'],
  [
    'Pharmacy',
    'contracts, medicine search, codes, salts',
    'packages/contracts/',
    'packages/medicine-search/',
  ],
  ['Design card', 'shell: navigation, areas, users, offline', 'shell/'],
  ['Design card', 'components', 'packages/ui/'],
  ['Design card', 'builds and federation', 'packages/build/'],
  ['Design card', 'sdk without outbox and session', 'packages/sdk/'],
  ['Design card', 'gateway: proxy, files, areas', 'gateway/'],
  ['Reliability and security', 'outbox of the browser', 'packages/sdk/src/outbox/'],
  [
    'Reliability and security',
    'sessions and second steps in the browser',
    'packages/sdk/src/session/',
    'packages/sdk/src/second-step/',
  ],
  ['Reliability and security', 'identity', 'services/identity/'],
  ['Reliability and security', 'audit log', 'packages/service-kit/src/audit/'],
  [
    'Reliability and security',
    'feeds and projections',
    'packages/service-kit/src/feed/',
    'packages/service-kit/src/projection/',
  ],
  [
    'Reliability and security',
    'tokens and limits of services',
    'packages/service-kit/src/auth/',
    'packages/service-kit/src/outbound/',
  ],
  ['Reliability and security', 'backup', 'deploy/local/src/backup/'],
  ['Machinery', 'service kit: HTTP, database, jobs, telemetry', 'packages/service-kit/'],
  ['Machinery', 'one machine', 'deploy/local/'],
  ['Machinery', 'Kubernetes', 'deploy/kubernetes/'],
  ['Machinery', 'checks', 'packages/checks/'],
]

const rowOf = (file: string) =>
  rows
    .flatMap((row) => row.slice(2).map((folder) => ({ row, folder })))
    .filter(({ folder }) => file.startsWith(folder))
    .toSorted((a, b) => b.folder.length - a.folder.length)[0]?.row

/** Lines of production code by mechanism. */
function countLines(root: string): Map<string, number> {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  const counts = new Map(rows.map(([, mechanism]) => [mechanism, 0]))
  for (const file of listed.trim().split('\n').filter(isProduction)) {
    const mechanism = rowOf(file)?.[1] ?? 'everything else'
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1
    counts.set(mechanism, (counts.get(mechanism) ?? 0) + lines)
  }
  return counts
}

/** The page as it is now. */
export function sizePage(root: string): string {
  const counts = countLines(root)
  const kindOf = (mechanism: string) => rows.find((row) => row[1] === mechanism)?.[0] ?? 'Machinery'
  const kinds = Map.groupBy(counts, ([mechanism]) => kindOf(mechanism))
  const sum = (entries: Iterable<[string, number]>) => [...entries].reduce((all, [, lines]) => all + lines, 0)
  return [
    '# Size',
    '',
    'Lines of production code by mechanism: every TypeScript file without tests, `e2e` and `bench`. Made by `npm run size`.',
    `A row that is off by more than ${TOLERANCE} lines fails \`npm run check:docs\`: write the page again, and say in the commit what grew.`,
    '',
    '| Kind | Mechanism | Lines |',
    '|---|---|---|',
    ...[...kinds].flatMap(([kind, entries]) => [
      ...entries.map(([mechanism, lines]) => `| ${kind} | ${mechanism} | ${lines} |`),
      `| **${kind}** | | **${sum(entries)}** |`,
    ]),
    `| **All** | | **${sum(counts)}** |`,
    '',
  ].join('\n')
}

const linesBy = (page: string) =>
  new Map(
    [...page.matchAll(/^\| [^|*]+ \| ([^|]+) \| (\d+) \|$/gm)].map(([, name, lines]) => [
      name,
      Number(lines),
    ]),
  )

/** A sentence for each row that is not what `docs/size.md` says. */
export function checkSize(root: string): string[] {
  const noted = linesBy(readFileSync(join(root, 'docs/size.md'), 'utf8'))
  return [...linesBy(sizePage(root))].flatMap(([mechanism, lines]) => {
    const before = noted.get(mechanism) ?? 0
    return Math.abs(lines - before) > TOLERANCE
      ? [
          `docs/size.md: ${mechanism} has ${lines} lines, not ${before}: run npm run size, and say why in the commit`,
        ]
      : []
  })
}
