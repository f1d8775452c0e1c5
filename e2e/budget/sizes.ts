import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'

export interface Visit {
  /** Bytes of JavaScript and style sheets as they came over the wire, headers included. */
  bytes: number
  requests: number
  urls: string[]
}

/** What the page loads of code while `go` runs and until the network is quiet. */
export async function measureVisit(page: Page, go: () => Promise<unknown>): Promise<Visit> {
  const finished: Request[] = []
  const note = (request: Request) => {
    if (/\.(js|css)$/.test(new URL(request.url()).pathname)) finished.push(request)
  }
  page.on('requestfinished', note)
  await go()
  await page.waitForLoadState('networkidle')
  page.off('requestfinished', note)
  const sizes = await Promise.all(finished.map((request) => request.sizes()))
  return {
    bytes: sizes.reduce((sum, it) => sum + it.responseBodySize + it.responseHeadersSize, 0),
    requests: finished.length,
    urls: finished.map((request) => new URL(request.url()).pathname),
  }
}

const file = join(import.meta.dirname, 'recorded.json')

/** Bytes of each visit when they were last accepted with ACCEPT_SIZES=1 in the environment. */
export function readRecorded(): Record<string, number> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
}

export function record(name: string, bytes: number): void {
  writeFileSync(file, `${JSON.stringify({ ...readRecorded(), [name]: bytes }, null, 2)}\n`)
}
