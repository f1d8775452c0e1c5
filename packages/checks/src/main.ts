import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { markChildren, stopLeftovers } from './run/leftovers.ts'
import { resultOfProblems, runSteps, type Step, type StepResult } from './run/run-steps.ts'
import { prepareEnvironment } from './run/surroundings.ts'
import { changedStages, fullStages, quickStages } from './steps.ts'
import { root } from './workspaces.ts'

const USAGE = 'npm test [-- STEP… | --changed [COMMIT]], or npm run test:all [-- --rest] [--shard 1/4]'

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        all: { type: 'boolean' },
        rest: { type: 'boolean' },
        shard: { type: 'string' },
        changed: { type: 'boolean' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    return refuse(`${(error as Error).message}\nUsage: ${USAGE}`)
  }
}

function chooseSteps(names: string[]): Step[][] {
  const steps = [...quickStages, ...fullStages()].flat()
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  const known = [...new Set(steps.map((step) => step.name))].join(', ')
  if (unknown.length > 0) refuse(`There is no step ${unknown.join(', ')}. The steps are: ${known}`)
  return [...new Set(names)].map((name) => steps.filter((step) => step.name === name).slice(0, 1))
}

function chooseStages(): Step[][] {
  const { values, positionals } = readArguments()
  if (values.changed) return changedStages(positionals[0] ?? 'HEAD')
  if (positionals.length > 0) return chooseSteps(positionals)
  if (values.rest) return fullStages(values.shard)
  return values.all ? [...quickStages, ...fullStages(values.shard)] : quickStages
}

if (Number(process.versions.node.split('.')[0]) < 24) {
  refuse(`The suite needs Node 24 or newer, this is ${process.version}: run "npm ci", then npm scripts.`)
}

markChildren()
prepareEnvironment()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopLeftovers()
    process.exit(1)
  })
}

/** Result of `npm test`, which `npm run test:all -- --rest` adds to its own. */
const counted = join(root, '.cache/counted-tests.json')

function takeCounted(): StepResult | undefined {
  if (!process.argv.includes('--rest') || !existsSync(counted)) return undefined
  const earlier = JSON.parse(readFileSync(counted, 'utf8')) as StepResult
  rmSync(counted)
  return earlier
}

const stages = chooseStages()
const earlier = takeCounted()
const result = await runSteps(stages, {
  skipsFail: process.env.CI === 'true',
  ...(earlier && { earlier }),
  write: (text) => process.stdout.write(text),
  finish: {
    name: 'leftovers',
    title: 'no process left behind',
    run: async () => resultOfProblems(stopLeftovers()),
  },
})
if (stages === quickStages && result.failed === 0) writeFileSync(counted, JSON.stringify(result))
process.exitCode = result.failed === 0 ? 0 : 1
