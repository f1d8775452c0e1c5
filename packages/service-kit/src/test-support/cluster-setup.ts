import type { TestProject } from 'vitest/node'
import { type Galera, startGalera } from './galera.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `host:port` of each node of the cluster of this test run. */
    galeraNodes: string[]
  }
}

let galera: Galera | undefined

/** Vitest calls this once before all files of `npm run cluster`. */
export async function setup(project: TestProject): Promise<void> {
  galera = await startGalera()
  project.provide(
    'galeraNodes',
    galera.nodes.map(({ address }) => address),
  )
}

/** Vitest calls this once after all test files. */
export async function teardown(): Promise<void> {
  await galera?.stop()
}
