import { relative } from 'node:path'
import { root } from '../root.ts'
import type { StepResult } from './step.ts'

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

/** A file that fails before its first test counts as one failed test. */
export function countVitest(report: VitestReport): StepResult {
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

/** A flaky test, or a run that never started, counts as failed. */
export function countPlaywright({ stats, errors }: PlaywrightReport): StepResult {
  const failed = stats.unexpected + stats.flaky
  return {
    passed: stats.expected,
    failed: failed === 0 && errors.length > 0 ? 1 : failed,
    skipped: stats.skipped,
    output: '',
  }
}
