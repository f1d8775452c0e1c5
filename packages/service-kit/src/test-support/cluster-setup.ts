import type { TestProject } from 'vitest/node'
import { type Galera, startGalera } from './galera.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    galeraNodes: string[]
  }
}

let galera: Galera | undefined

export async function setup(project: TestProject): Promise<void> {
  galera = await startGalera()
  project.provide(
    'galeraNodes',
    galera.nodes.map(({ address }) => address),
  )
}

export async function teardown(): Promise<void> {
  await galera?.stop()
}
