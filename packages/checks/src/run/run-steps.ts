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

/** Counts a check as one test. */
export function resultOfProblems(problems: string[]): StepResult {
  const failed = problems.length > 0 ? 1 : 0
  return { passed: 1 - failed, failed, skipped: 0, output: problems.join('\n') }
}

export function combineResults(results: StepResult[]): StepResult {
  const sumOf = (count: 'passed' | 'failed' | 'skipped') =>
    results.reduce((sum, result) => sum + result[count], 0)
  const outputs = results.map(({ output }) => output).filter(Boolean)
  return {
    passed: sumOf('passed'),
    failed: sumOf('failed'),
    skipped: sumOf('skipped'),
    files: results.flatMap(({ files = [] }) => files),
    output: outputs.join('\n'),
  }
}

export interface RunOptions {
  skipsFail: boolean
  earlier?: StepResult
  finish?: Step
  write: (text: string) => void
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

async function runGuarded({ run }: Step): Promise<StepResult> {
  try {
    return await run()
  } catch (error) {
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { passed: 0, failed: 1, skipped: 0, output }
  }
}

async function runStep(step: Step, place: string, write: RunOptions['write']): Promise<StepResult> {
  const start = performance.now()
  write(`  ${place}: ${step.title} …\n`)
  const result = await runGuarded(step)
  const { passed, failed, skipped, output } = result
  const counts = passed + failed + skipped > 1 ? `, ${passed} passed, ${failed} failed` : ''
  const mark = failed > 0 ? '✗' : '✓'
  write(`${mark} ${step.title} (${seconds(start)}${counts}${skipped > 0 ? `, ${skipped} skipped` : ''})\n`)
  if (failed > 0) {
    if (output !== '') write(`${output.replace(/^/gm, '    ')}\n`)
    write(`  To run this step alone: npm test -- ${step.name}\n`)
  }
  return result
}

/** Runs stages in turn, and their steps in parallel. Ends after a stage with a failure. Prints the total last. */
export async function runSteps(stages: Step[][], options: RunOptions): Promise<StepResult> {
  const { skipsFail, finish, earlier, write } = options
  const start = performance.now()
  const results: StepResult[] = earlier ? [earlier] : []
  const left = [...stages]
  while (left.length > 0 && !results.some((result) => result.failed > 0)) {
    const place = `stage ${stages.length - left.length + 1} of ${stages.length}`
    results.push(...(await Promise.all((left.shift() ?? []).map((step) => runStep(step, place, write)))))
  }
  if (finish) results.push(await runStep(finish, 'at the end', write))
  const { passed, failed, skipped, files = [] } = combineResults(results)
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5)
  if (slowest.length > 0) write('\nSlowest files:\n')
  for (const { name, seconds: taken } of slowest) write(`${taken.toFixed(1).padStart(7)} s  ${name}\n`)
  write(`\n${seconds(start)} in all\n`)
  const notRun = left.flat().map((step) => step.title)
  if (notRun.length > 0) write(`Not run, because of the failure above: ${notRun.join(', ')}\n`)
  if (skipped > 0) write(`${skipped} skipped${skipsFail ? ', which counts as failed here' : ''}\n`)
  const allFailed = failed + (skipsFail ? skipped : 0)
  write(`${passed} passed, ${allFailed} failed\n`)
  return { passed, failed: allFailed, skipped, output: '' }
}
