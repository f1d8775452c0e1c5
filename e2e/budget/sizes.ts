import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

export interface Visit {
  /** Transferred bytes of scripts and style sheets, headers included. */
  bytes: number
  requests: number
  urls: string[]
}

/** Loads five seconds after any page, so a slow machine would count it and a fast one would not. */
const SENDER_OF_REPORTS = /^\/assets\/page-reports\./

/** Code that the page loads during `go`, until the network is quiet. Cached files cost nothing. */
export async function measureVisit(page: Page, go: () => Promise<unknown>): Promise<Visit> {
  const devtools = await page.context().newCDPSession(page)
  const answered = new Map<string, string>()
  const visit: Visit = { bytes: 0, requests: 0, urls: [] }
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url)
    if (!/\.(js|css)$/.test(pathname) || SENDER_OF_REPORTS.test(pathname)) return
    if (!response.fromDiskCache) answered.set(requestId, pathname)
  })
  devtools.on('Network.requestServedFromCache', ({ requestId }) => answered.delete(requestId))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const pathname = answered.get(requestId)
    if (pathname === undefined) return
    visit.bytes += encodedDataLength
    visit.requests += 1
    visit.urls.push(`${pathname} ${encodedDataLength}`)
  })
  await devtools.send('Network.enable')
  await go()
  await page.waitForLoadState('networkidle')
  await devtools.detach()
  return visit
}

const file = join(import.meta.dirname, 'recorded.json')

/** Accepted bytes of each visit; ACCEPT_SIZES=1 records them. */
export function readRecorded(): Record<string, number> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
}

export function record(name: string, bytes: number): void {
  writeFileSync(file, `${JSON.stringify({ ...readRecorded(), [name]: bytes }, null, 2)}\n`)
}
