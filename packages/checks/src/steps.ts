import { execFileSync } from 'node:child_process'
import { checkAlarms } from './alarms/check-alarms.ts'
import { checkApi } from './api/check-api.ts'
import { checkBoundaries } from './boundaries/check-boundaries.ts'
import { checkKits } from './boundaries/check-kits.ts'
import { checkRoles } from './boundaries/check-roles.ts'
import { checkRooms } from './boundaries/check-rooms.ts'
import { checkContracts } from './contracts/check-contracts.ts'
import { checkDocs, checkHeadings } from './docs/check-docs.ts'
import { checkDomains } from './domains/check-domains.ts'
import { checkLicences } from './licences/check-licences.ts'
import { checkCommits, findBaseCommit } from './prose/check-commits.ts'
import { checkProse } from './prose/check-prose.ts'
import { provision } from './provision.ts'
import { checkCommand, runCommand } from './run/command.ts'
import { combineResults, resultOfProblems, type Step } from './run/run-steps.ts'
import { runOnCluster, runPlaywright, runVitest } from './run/test-runs.ts'
import { checkSettings } from './settings/list.ts'
import { checkSize } from './size/ledger.ts'
import { root } from './workspaces.ts'

/** What runs in a chaos run: inventory, sales and what they are made of. */
const IN_CHAOS =
  /^(services\/(inventory|sales)|packages\/(contracts|medicine-search|service-kit)|e2e\/chaos)\/|^package(-lock)?\.json$/

const concernsChaos = (paths: string[]): boolean => paths.some((path) => IN_CHAOS.test(path))

async function chaosLane(file: string, ...runs: string[][]) {
  const results = []
  for (const options of runs) results.push(await checkCommand('node', [`e2e/chaos/${file}`, ...options]))
  return combineResults(results)
}

/**
 * Short chaos runs on both databases and with the previous release, and two planted bugs that the checker must find.
 * Finding those takes long, so the other runs go in parallel.
 */
async function chaos() {
  // Set for pull requests only. A push to main runs chaos for every change.
  const base = process.env.GITHUB_BASE_REF
  const paths = base ? ['diff', '--name-only', `origin/${base}...HEAD`] : undefined
  if (paths && !concernsChaos(execFileSync('git', paths, { cwd: root, encoding: 'utf8' }).split('\n')))
    return resultOfProblems([])
  const seconds = (count: string, ...more: string[]) => ['--seconds', count, '--workers', '8', ...more]
  const lanes = [
    chaosLane(
      'main.ts',
      seconds('10', '--database', 'sqlite'),
      seconds('10', '--database', 'mariadb'),
      seconds('0', '--quiet', '300', '--mixed'),
    ),
    chaosLane('prove-bugs.ts', ['no-replay-check', 'no-tombstone']),
  ]
  return combineResults(await Promise.all(lanes))
}

async function pods() {
  const { code, output } = await runCommand('npm', ['run', '-s', 'pods'])
  const isTried = !output.startsWith('Pods are not tried here')
  if (!isTried) console.log(output)
  return resultOfProblems(code !== 0 && isTried ? [output] : [])
}

/** Prose gives warnings only, because its patterns also match good sentences. */
async function lint() {
  const since = findBaseCommit(root)
  for (const warning of since ? checkProse(root, since) : []) console.log(`    ${warning}`)
  return combineResults([
    resultOfProblems(checkCommits(root, since)),
    ...(await Promise.all([
      checkCommand('biome', ['check', '--error-on-warnings']),
      checkCommand('oxlint', ['--type-aware', '--deny-warnings']),
    ])),
  ])
}

async function types() {
  const check = (file: string) => checkCommand('tsc', ['-p', file])
  return combineResults(await Promise.all(['tsconfig.json', 'tsconfig.browser.json'].map(check)))
}

type Check = (root: string) => string[] | Promise<string[]>

/** Step that fails if one of its checks finds problems. */
const checking = (name: string, title: string, ...checks: Check[]): Step => ({
  name,
  title,
  async run() {
    const problems = await Promise.all(checks.map(async (check) => check(root)))
    return resultOfProblems(problems.flat())
  },
})

const reading: Step[] = [
  { name: 'lint', title: 'format, lint and commit subjects', run: lint },
  { name: 'types', title: 'types', run: types },
  checking('licences', 'licences', checkLicences),
  checking('boundaries', 'import boundaries', checkBoundaries, checkKits, checkRooms, checkRoles),
  checking('domains', 'domains', checkDomains),
  checking('api', 'description of the API', checkApi),
  { name: 'unused', title: 'unused code', run: () => checkCommand('knip', ['--no-progress']) },
  checking('docs', 'documents', checkDocs, checkHeadings, checkSize, checkSettings),
]

const building: Step = {
  name: 'build',
  title: 'build of the front ends',
  run: () => checkCommand('npm', ['run', 'build']),
}

const unitTests = (title: string, ...options: string[]): Step => ({
  name: 'unit',
  title,
  run: () => runVitest('quick', options),
})

export const quickStages: Step[][] = [
  [{ name: 'browser', title: 'the browser is there', run: () => provision('browser') }],
  reading,
  [building],
  [unitTests('unit and route tests on the embedded database, page tests')],
  [
    {
      name: 'smoke',
      title: 'ten journeys in a browser',
      run: () => runPlaywright('journeys-*', ['--grep', '@smoke']),
    },
  ],
]

export const changedStages = (ref: string): Step[][] => [
  reading,
  [unitTests(`tests that see what changed since ${ref}`, '--changed', ref)],
]

/** Steps that cannot be split run in the first shard only. */
export function fullStages(shard?: string): Step[][] {
  const part = shard === undefined ? [] : [`--shard=${shard}`]
  const isFirst = shard === undefined || shard.startsWith('1/')
  const once = (...steps: Step[]) => (isFirst ? steps : [])
  const tools = 'database servers, browser and kubectl are there'
  const tests = 'tests on MariaDB, of processes and whole suites'
  const journeys = ['--grep-invert', '@smoke', ...part]
  return [
    [{ name: 'provision', title: tools, run: () => provision('all') }],
    [
      building,
      ...once(
        checking('contracts', 'what others rely on', checkContracts),
        checking('alarms', 'alert rules', checkAlarms),
        { name: 'cluster', title: 'tests on a Galera cluster', run: runOnCluster },
      ),
    ],
    [{ name: 'full', title: tests, run: () => runVitest('rest', part) }],
    once(
      { name: 'chaos', title: 'stock stays right whatever dies', run: chaos },
      {
        name: 'bundle',
        title: 'size of what a browser downloads',
        run: () => runPlaywright('budget', [], { quiet: true }),
      },
    ),
    [{ name: 'e2e', title: 'journeys in a browser', run: () => runPlaywright('journeys-*', journeys) }],
    // Builds the front ends, so it must not run while timed tests do.
    once({ name: 'pods', title: 'a service is rolled forward and back as a pod', run: pods }),
  ].filter((stage) => stage.length > 0)
}
