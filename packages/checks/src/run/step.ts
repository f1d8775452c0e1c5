export interface StepResult {
  passed: number
  failed: number
  skipped: number
  output: string
  files?: { name: string; seconds: number }[]
}

export interface Step {
  name: string
  title: string
  run(): Promise<StepResult>
}

/** A check counts as one test. */
export function resultOf(problems: string[]): StepResult {
  const failed = problems.length > 0 ? 1 : 0
  return { passed: 1 - failed, failed, skipped: 0, output: problems.join('\n') }
}

export function sumOf(results: StepResult[]): StepResult {
  return {
    passed: results.reduce((sum, result) => sum + result.passed, 0),
    failed: results.reduce((sum, result) => sum + result.failed, 0),
    skipped: results.reduce((sum, result) => sum + result.skipped, 0),
    files: results.flatMap(({ files = [] }) => files),
    output: results
      .map(({ output }) => output)
      .filter((output) => output !== '')
      .join('\n'),
  }
}
