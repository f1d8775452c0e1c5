import type { TestProject } from 'vitest/node'
import { type MariaDb, startMariaDb } from './mariadb.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    mariaDbUrl: string
  }
}

let mariaDb: MariaDb | undefined

export async function setup(project: TestProject): Promise<void> {
  mariaDb = await startMariaDb()
  project.provide('mariaDbUrl', mariaDb.url)
}

export async function teardown(): Promise<void> {
  await mariaDb?.stop()
}
