import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../workspaces.ts'
import { checkCommand, runCommand } from './command.ts'
import { resultOfProblems, type StepResult } from './run-steps.ts'

interface VitestReport {
  success: boolean
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  testResults: {
    status: string
    name: string
    message: string
    startTime: number
    endTime: number
    assertionResults: unknown[]
  }[]
}

/** Counts a file that fails before its first test as one failed test. */
function countVitest(report: VitestReport): StepResult {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failed = report.numFailedTests + broken.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numTotalTests - report.numPassedTests - report.numFailedTests,
    output: '',
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
}

/** Counts flaky tests, and runs that never started, as failed. */
function countPlaywright({ stats, errors }: PlaywrightReport): StepResult {
  const failed = stats.unexpected + stats.flaky
  return {
    passed: stats.expected,
    failed: failed === 0 && errors.length > 0 ? 1 : failed,
    skipped: stats.skipped,
    output: '',
  }
}

type Command = [command: string, args: string[], env?: Record<string, string>]

interface RunnerOptions {
  /** Prints output only after a failure, because another runner prints at the same time. */
  quiet?: boolean
}

async function runTests<Report>(
  commandFor: (report: string) => Command,
  count: (report: Report) => StepResult,
  { quiet = false }: RunnerOptions = {},
): Promise<StepResult> {
  const folder = mkdtempSync(join(tmpdir(), 'mms-report-'))
  // Some tests run programs as another user, who needs access to the folder.
  chmodSync(folder, 0o711)
  const file = join(folder, 'report.json')
  try {
    const [command, args, env = {}] = commandFor(file)
    const options = { live: !quiet, env: { ...env, TMPDIR: folder } }
    const { code, output } = await runCommand(command, args, options)
    if (!existsSync(file))
      return resultOfProblems([`${command} wrote no report. ${output || `Exit code ${code}.`}`])
    const result = { ...count(JSON.parse(readFileSync(file, 'utf8')) as Report), output }
    return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Folder of bundled services, which start in less than half the time. If missing, tests start the sources. */
const PROGRAMS = '.cache/test-programs'

const vitest = (file: string, more: string[], env: Record<string, string> = {}): Command => [
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...more],
  env,
]

export async function runVitest(tests: 'quick' | 'rest', more: string[] = []): Promise<StepResult> {
  if (tests === 'rest') {
    const bundled = await checkCommand('node', ['deploy/kubernetes/src/bundle/programs-main.ts', PROGRAMS])
    if (bundled.failed > 0) return bundled
  }
  const env = { TESTS: tests, ...(tests === 'rest' && { TEST_PROGRAMS: join(root, PROGRAMS) }) }
  return runTests((file) => vitest(file, ['--passWithNoTests', ...more], env), countVitest)
}

export const runOnCluster = (): Promise<StepResult> =>
  runTests((file) => vitest(file, ['--config=vitest.cluster.config.ts']), countVitest, { quiet: true })

export function runPlaywright(
  project: 'budget' | 'journeys-*',
  more: string[] = [],
  options: RunnerOptions = {},
): Promise<StepResult> {
  return runTests(
    (file) => [
      'playwright',
      ['test', '--config=e2e/playwright.config.ts', `--project=${project}`, '--reporter=list,json', ...more],
      { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    ],
    countPlaywright,
    options,
  )
}
