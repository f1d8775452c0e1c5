import type { TestProject } from 'vitest/node'
import { type MariaDb, startMariaDb } from './mariadb.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the MariaDB server of this test run, ending in `/`. */
    mariaDbUrl: string
  }
}

let mariaDb: MariaDb | undefined

/** Vitest calls this once before all test files: one MariaDB server for the run. */
export async function setup(project: TestProject): Promise<void> {
  mariaDb = await startMariaDb()
  project.provide('mariaDbUrl', mariaDb.url)
}

/** Vitest calls this once after all test files. */
export async function teardown(): Promise<void> {
  await mariaDb?.stop()
}
