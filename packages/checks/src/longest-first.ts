import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a test calls, or imports, to start a program and wait for it. */
const startsPrograms = /\b(fork|spawn|startProcess|startSuite)\(|\/process(es)?\.ts'/

const isLong = ({ moduleId }: TestSpecification) => startsPrograms.test(readFileSync(moduleId, 'utf8'))

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder

/**
 * Order of test files on a machine that has not measured them yet. A short file may take long, because it starts
 * programs: such a one at the end would run alone while the other workers have nothing left to do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = new Set(files.filter(isLong))
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => groupOf(a) - groupOf(b) || Number(long.has(b)) - Number(long.has(a)))
  }
}
