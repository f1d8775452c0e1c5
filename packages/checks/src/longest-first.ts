import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that start programs are slow. */
const startsPrograms = /\b(fork|spawn|startProcess|startSuite)\(|\/process(es)?\.ts'/

const isLong = ({ moduleId }: TestSpecification) => startsPrograms.test(readFileSync(moduleId, 'utf8'))

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder

/**
 * Runs tests that start programs first, even short files. On a machine without timings, one at the end would
 * leave the other workers idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = new Set(files.filter(isLong))
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => groupOf(a) - groupOf(b) || Number(long.has(b)) - Number(long.has(a)))
  }
}
