import { checkAlarms } from './alarms/check-alarms.ts'
import { checkApi } from './api/check-api.ts'
import { checkBoundaries } from './boundaries/check-boundaries.ts'
import { checkKits } from './boundaries/check-kits.ts'
import { checkRoles } from './boundaries/check-roles.ts'
import { checkRooms } from './boundaries/check-rooms.ts'
import { checkContracts } from './contracts/check-contracts.ts'
import { checkDocs } from './docs/check-docs.ts'
import { checkShape } from './docs/check-shape.ts'
import { checkDomains } from './domains/check-domains.ts'
import { checkLicences } from './licences/check-licences.ts'
import { provision } from './provision.ts'
import { checkReleases } from './releases/check-releases.ts'
import { root } from './root.ts'
import {
  type Affected,
  affectsBrowsers,
  affectsChaos,
  affectsPods,
  chooseJourneys,
  isInBrowsersAlone,
} from './run/affected.ts'
import { checkCommand, runCommand } from './run/command.ts'
import { resultOf, type Step, sumOf } from './run/step.ts'
import { runPlaywright, runVitest } from './run/test-runs.ts'
import { checkSettings } from './settings/list.ts'

const lint = (folders: string[] = []): Step => ({
  name: 'lint',
  title: 'format and lint',
  run: async () =>
    sumOf(
      await Promise.all([
        checkCommand('biome', ['check', '--error-on-warnings', ...folders]),
        checkCommand('oxlint', ['--type-aware', '--deny-warnings', ...folders]),
      ]),
    ),
})

const types = (...projects: string[]): Step => ({
  name: 'types',
  title: 'types',
  run: async () => sumOf(await Promise.all(projects.map((project) => checkCommand('tsc', ['-p', project])))),
})

/** Runs of a program of chaos, one after the other. */
async function chaosLane(file: string, ...runs: string[][]) {
  const results = []
  for (const options of runs) results.push(await checkCommand('node', [`e2e/chaos/${file}`, ...options]))
  return sumOf(results)
}

/**
 * Short runs of `npm run chaos` on both databases, and two bugs that its checker must catch. Runs of two releases
 * (`--mixed`) rest until 0.3.0 is pinned as the baseline: nobody has installed an earlier release. The search for a planted bug waits for what never comes, so the others run meanwhile.
 */
async function chaos() {
  const seconds = (count: string, ...more: string[]) => ['--seconds', count, '--workers', '8', ...more]
  const lanes = [
    chaosLane('main.ts', seconds('10', '--database', 'sqlite'), seconds('10', '--database', 'mariadb')),
    chaosLane('prove-bugs.ts', ['no-replay-check', 'no-tombstone']),
  ]
  return sumOf(await Promise.all(lanes))
}

/** Prints why, where pods cannot run. */
async function pods() {
  const { code, output } = await runCommand('npm', ['run', '-s', 'pods', '--', '--short'])
  if (output.startsWith('Pods are not tried here')) console.log(output)
  return resultOf(code === 0 ? [] : [output])
}

const provisioning: Step = {
  name: 'provision',
  title: 'database server, browser and kubectl are there',
  run: provision,
}

const reading: Step[] = [
  lint(),
  types('tsconfig.json', 'tsconfig.browser.json'),
  { name: 'licences', title: 'licences', run: async () => resultOf(checkLicences(root)) },
  {
    name: 'boundaries',
    title: 'import boundaries',
    run: async () =>
      resultOf([
        ...checkBoundaries(root),
        ...checkKits(root),
        ...checkRooms(root),
        ...checkRoles(root),
        ...checkReleases(root),
      ]),
  },
  { name: 'domains', title: 'domains', run: async () => resultOf(await checkDomains(root)) },
  {
    name: 'contracts',
    title: 'what others rely on',
    run: async () => resultOf(await checkContracts(root)),
  },
  { name: 'api', title: 'description of the API', run: async () => resultOf(await checkApi(root)) },
  { name: 'alarms', title: 'alert rules', run: async () => resultOf(await checkAlarms(root)) },
  { name: 'unused', title: 'unused code', run: () => checkCommand('knip', ['--no-progress']) },
  {
    name: 'docs',
    title: 'documents',
    run: async () => resultOf([...checkDocs(root), ...checkShape(root), ...(await checkSettings(root))]),
  },
]

const building: Step = {
  name: 'build',
  title: 'build of the front ends',
  run: () => checkCommand('npm', ['run', 'build']),
}
const unit = (folders: string[] = []): Step => ({
  name: 'unit',
  title: 'unit, route and page tests',
  run: () => runVitest(folders),
})
const chaosRuns: Step = { name: 'chaos', title: 'stock stays right whatever dies', run: chaos }
const bundle: Step = {
  name: 'bundle',
  title: 'size of what a browser downloads',
  run: () => runPlaywright('budget', [], { quiet: true }),
}
const journeys = (files: string[] = []): Step => ({
  name: 'e2e',
  title: 'journeys in a browser',
  run: () => runPlaywright('journeys-*', files),
})

const podRun: Step = { name: 'pods', title: 'a service is rolled forward and back as a pod', run: pods }

/** Everything `npm test` does, in order. The steps of one stage run at the same time. */
export const stages: Step[][] = [
  [provisioning],
  reading,
  [building],
  [unit(), chaosRuns, bundle],
  [journeys()],
  // Not beside what is timed; it builds the front ends.
  [podRun],
]

/** What reads the sources of servers alone. */
const ofServers = ['api', 'alarms']

/** Rules of lint look into what a file imports, never into what imports it; journeys import words of areas. */
function readingFor(change: Affected): Step[] {
  if (change.folders.length === 0) return reading
  const linted = lint([...new Set([...change.folders, 'e2e'])])
  const steps = reading.map((step) => (step.name === 'lint' ? linted : step))
  if (!isInBrowsersAlone(change)) return steps
  return steps
    .filter(({ name }) => !ofServers.includes(name))
    .map((step) => (step.name === 'types' ? types('tsconfig.browser.json') : step))
}

/** The part of it that a change can break. Journeys stay alone: keys that come late are no scan any more. */
export function stagesFor(change: Affected): Step[][] {
  if (change.everything) return stages
  const { folders } = change
  const files = chooseJourneys(root, change)
  const needsBuild = affectsBrowsers(change) || files.length > 0
  return [
    [provisioning],
    [...readingFor(change), ...(needsBuild ? [building] : [])],
    [
      ...(folders.length > 0 ? [unit(folders)] : []),
      ...(affectsChaos(change) ? [chaosRuns] : []),
      ...(affectsBrowsers(change) ? [bundle] : []),
    ],
    files.length > 0 ? [journeys(files)] : [],
    [podRun].filter(() => affectsPods(change)),
  ]
}
