import { expect, it } from 'vitest'
import { resultOf, runSteps, type Step, type StepResult } from './run-steps.ts'

function step(name: string, result: Partial<StepResult>): Step {
  return { name, title: name, run: async () => ({ passed: 0, failed: 0, skipped: 0, output: '', ...result }) }
}

async function run(
  stages: Step[][],
  options: { skipsFail?: boolean; finish?: Step; earlier?: StepResult } = {},
) {
  const written: string[] = []
  const { failed } = await runSteps(stages, {
    skipsFail: false,
    ...options,
    write: (text) => written.push(text),
  })
  const lines = written.join('').trimEnd().split('\n')
  const well = failed === 0
  return { well, last: lines.at(-1), text: written.join('') }
}

it('ends with the sum of all tests that ran', async () => {
  const { well, last } = await run([
    [step('one', { passed: 1 }), step('two', { passed: 3 })],
    [step('three', { passed: 40 })],
  ])
  expect({ well, last }).toEqual({ well: true, last: '44 passed, 0 failed' })
})

it('adds what was counted before, and names the slowest files', async () => {
  const files = [
    { name: 'a.test.ts', seconds: 1 },
    { name: 'b.test.ts', seconds: 20 },
  ]
  const earlier = { passed: 7, failed: 0, skipped: 0, output: '' }
  const { last, text } = await run([[step('one', { passed: 1, files })]], { earlier })
  expect(last).toBe('8 passed, 0 failed')
  expect(text).toContain('Slowest files:\n   20.0 s  b.test.ts\n    1.0 s  a.test.ts')
})

it('stops after a stage that failed, shows why and names what did not run', async () => {
  const { well, last, text } = await run([
    [step('lint', { failed: 1, output: 'no semicolon' }), step('types', { passed: 1 })],
    [step('unit', { passed: 40 })],
  ])
  expect({ well, last }).toEqual({ well: false, last: '1 passed, 1 failed' })
  expect(text).toContain('no semicolon')
  expect(text).toContain('To run this step alone: npm test -- lint')
  expect(text).toContain('Not run, because of the failure above: unit')
})

it('counts a step that throws as failed', async () => {
  const broken = { name: 'x', title: 'x', run: () => Promise.reject(new Error('no disk')) }
  const { last, text } = await run([[broken]])
  expect(last).toBe('0 passed, 1 failed')
  expect(text).toContain('no disk')
})

it('reports a skip, and counts it as failed where asked to', async () => {
  const stages = [[step('unit', { passed: 2, skipped: 1 })]]
  expect(await run(stages)).toMatchObject({ well: true, last: '2 passed, 0 failed' })
  expect((await run(stages)).text).toContain('1 skipped\n')
  expect(await run(stages, { skipsFail: true })).toMatchObject({ well: false, last: '2 passed, 1 failed' })
})

it('runs the finishing step after a failure too', async () => {
  const finish = { name: 'end', title: 'end', run: async () => resultOf(['left running']) }
  const { last } = await run([[step('unit', { failed: 1 })]], { finish })
  expect(last).toBe('0 passed, 2 failed')
})
