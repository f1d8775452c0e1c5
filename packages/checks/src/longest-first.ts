import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that start programs are slow. */
const startsPrograms = /\b(fork|spawn|startProcess|startSuite|runArea)\(|\/process(es)?\.ts'/
const STARTS_SECONDS = 120

/** Highest time limit that a test file sets. The slowest files set the highest; most set none. */
function limitSeconds({ moduleId }: TestSpecification): number {
  const source = readFileSync(moduleId, 'utf8')
  const declared = [...source.matchAll(/timeout: (\d{3})_000/gi)].map(([, seconds]) => Number(seconds))
  return Math.max(startsPrograms.test(source) ? STARTS_SECONDS : 0, ...declared)
}

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder

/** Runs slow test files first. If one ran last, the other workers would have nothing to do. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const limits = new Map(files.map((file) => [file, limitSeconds(file)]))
    const limitOf = (file: TestSpecification) => limits.get(file) ?? 0
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => groupOf(a) - groupOf(b) || limitOf(b) - limitOf(a))
  }
}
