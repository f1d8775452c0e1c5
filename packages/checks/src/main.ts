import { changedSince } from './changed/since.ts'
import { root } from './root.ts'
import { findAffected } from './run/affected.ts'
import { markChildren, stopLeftovers } from './run/leftovers.ts'
import { runSteps } from './run/run-steps.ts'
import { resultOf, type Step } from './run/step.ts'
import { prepareSurroundings } from './run/surroundings.ts'
import { stages, stagesFor } from './steps.ts'
import { findWorkspaces } from './workspaces.ts'

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function filesSince(ref: string): string[] {
  try {
    return changedSince(root, ref)
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function chooseStages([first, ref, ...more]: string[]): Step[][] {
  if (first === undefined) return stages
  if (first === '--since') {
    if (ref === undefined || more.length > 0) refuse('Usage: npm test -- --since COMMIT')
    const affected = findAffected(filesSince(ref), findWorkspaces(root))
    console.log(
      `Affected: ${affected.everything ? 'everything' : affected.folders.join(', ') || 'documents only'}`,
    )
    return stagesFor(affected)
  }
  const wanted = [first, ref, ...more].filter((name) => name !== undefined)
  const steps = stages.flat()
  const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
  const names = steps.map((step) => step.name).join(', ')
  if (unknown.length > 0) refuse(`There is no step ${unknown.join(', ')}. The steps are: ${names}`)
  return steps.filter((step) => wanted.includes(step.name)).map((step) => [step])
}

if (Number(process.versions.node.split('.')[0]) < 24) {
  refuse(`The suite needs Node 24 or newer, this is ${process.version}: run "npm ci", then npm scripts.`)
}

markChildren()
prepareSurroundings()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopLeftovers()
    process.exit(1)
  })
}

const allIsWell = await runSteps(chooseStages(process.argv.slice(2)), {
  skipsFail: process.env.CI === 'true',
  write: (text) => process.stdout.write(text),
  finish: { name: 'leftovers', title: 'no process left behind', run: async () => resultOf(stopLeftovers()) },
})
process.exitCode = allIsWell ? 0 : 1
