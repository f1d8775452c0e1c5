import { rm } from 'node:fs/promises'
import type { AreaManifest } from '@mms/contracts'
import type { Locator, Page } from '@playwright/test'
import { alterBuild, buildThatThrows } from '../../suite/altered-build.ts'
import { type AreaSource, type Misbehaviour, startAreaSource } from '../../suite/area-source.ts'
import { type Gateway, startGateway } from '../../suite/gateway.ts'
import {
  type AreaName,
  areaNames,
  areaSights,
  cardsOn,
  expectShellWhole,
  headingOf,
  readManifest,
  visitByLink,
} from '../../suite/smoke.ts'
import { allAreas, distOf, shellFolder } from '../../suite/suite.ts'
import { enter, expect, test as ofSuite } from '../../suite/test.ts'

/**
 * Page time after which a card must replace an area that hangs. The test controls the page's clock, so a slow machine
 * changes nothing.
 */
const CARD_MS = 6_000

interface Case {
  page: Page
  area: AreaName
  source: AreaSource
  manifest: AreaManifest
}

interface Fault {
  /** Errors that the browser logs because of the fault. */
  complaint: RegExp
  begin(its: Case): Promise<void>
  end(its: Case): Promise<void>
  /** Card that replaces the page; by default the one that names the area. */
  card?: (page: Page) => Locator
  /** True if no area at all is available to a page opened now. */
  hitsAll?: true
  /** True if nothing fails and only time reveals the fault. */
  hangs?: true
}

type Part = 'manifest' | 'entry' | 'chunk'
const LOAD = 'RUNTIME|ChunkLoadError|Loading chunk|Failed to load|Refused to execute|integrity'

const isPart: Record<Part, (path: string, its: Case) => boolean> = {
  manifest: (path) => path === '/area.json',
  entry: (path, { manifest }) => path === `/${manifest.files?.entry}`,
  chunk: (path, { manifest, area }) =>
    manifest.files?.parts[areaSights[area].path]?.includes(path.slice(1)) ?? false,
}

/** The area's server misbehaves for a part of the build, or for all files. */
const misbehaving = (what: Misbehaviour, part?: Part): Fault => ({
  complaint: new RegExp(LOAD),
  begin: async (its) => {
    its.source.misbehave = (path) => (!part || isPart[part](path, its) ? what : undefined)
  },
  end: async ({ source }) => {
    source.misbehave = undefined
  },
})

/** A broken release that is served correctly, and rolled back at the end. */
const badBuild = (thrown: RegExp, build: (dist: string) => Promise<string>): Fault => ({
  complaint: new RegExp(`${LOAD}|${thrown.source}`),
  begin: async ({ source }) => {
    source.dist = await build(source.dist)
  },
  end: async ({ area, source }) => {
    await rm(source.dist, { recursive: true })
    source.dist = distOf(area)
  },
})

const TAKEN_OVER = { append: '\n;document.title = "taken over"' }

const REGISTRY = '**/areas.json'
/** The gateway answers this instead of the list of areas. */
const badRegistry = (status: number, contentType: string, body: string): Fault => ({
  complaint: /Failed to load resource/,
  begin: ({ page }) =>
    page.route(REGISTRY, (route) => route.fulfill({ status, contentType, body })).then(() => {}),
  end: ({ page }) => page.unroute(REGISTRY),
  card: (page) => cardsOn(page).filter({ hasText: 'The areas are not available' }),
  hitsAll: true,
})
const problem = { status: 503, title: 'On purpose', code: 'test.on_purpose', message: 'On purpose' }
const registryFaults: Record<string, Fault> = {
  'a registry that answers 503': badRegistry(503, 'application/problem+json', JSON.stringify(problem)),
  'a registry that is not JSON': badRegistry(200, 'text/html', '<html>Bad gateway</html>'),
}

const faults: Record<string, Fault> = {
  ...registryFaults,
  'a manifest that hangs': misbehaving('hang', 'manifest'),
  'no entry': misbehaving({ status: 404 }, 'entry'),
  'an entry that hangs': { ...misbehaving('hang', 'entry'), hangs: true },
  'an entry that throws': badBuild(/thrown by the entry/, (dist) =>
    alterBuild(dist, (text, file, { files }) =>
      file === files?.entry ? `throw new Error("thrown by the entry, on purpose");${text}` : text,
    ),
  ),
  'an entry that was tampered with': misbehaving(TAKEN_OVER, 'entry'),
  'no chunk': misbehaving({ status: 404 }, 'chunk'),
  'a chunk that was tampered with': misbehaving(TAKEN_OVER, 'chunk'),
  'a page that throws': badBuild(/thrown on render|error boundary/, buildThatThrows),
  'a server that answers 502': misbehaving({ status: 502 }),
}

// Each test has its own area server. Tests of a worker share a gateway and run one after the other.
ofSuite.describe.configure({ mode: 'parallel' })

const test = ofSuite.extend<object, { gateway: Gateway }>({
  gateway: [
    async ({ suite }, use) => {
      const gateway = await startGateway(suite, shellFolder, allAreas())
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ gateway }, use) => use(gateway.url),
})

/** Opens the area's page. If it will hang, stops the clock, waits for its request and lets the time limit pass. */
async function open({ page, area, source, manifest }: Case, hangs: boolean): Promise<void> {
  await page.clock.install()
  if (hangs) await page.clock.pauseAt(Date.now() + 60_000)
  await enter(page, '/api/test')
  // Does not wait for the load event, which a hanging script delays.
  await page.goto(areaSights[area].path, { waitUntil: 'commit' })
  if (!hangs) return
  await expect.poll(() => source.asked).toContain(`/${manifest.files?.entry}`)
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible()
  await page.clock.runFor(CARD_MS)
}

/** Each area gets a quarter of the faults, and each fault one area. `npm run faults` runs all combinations. */
const isSample = (area: number, fault: number) => (area + fault) % areaNames.length === 0

for (const [row, area] of areaNames.entries()) {
  const others = areaNames.filter((each) => each !== area)
  for (const [column, [name, fault]] of Object.entries(faults).entries()) {
    const title = `${area} and ${name}: a card, everything else goes on, and it comes back by its button`
    test(title, { tag: isSample(row, column) ? [] : '@whole' }, async ({ page, gateway, troubles }) => {
      troubles.allow(fault.complaint)
      const manifest = await readManifest(distOf(area))
      // A new server, because the gateway keeps the manifest of a known one.
      const source = await startAreaSource(distOf(area))
      const its = { page, area, source, manifest }
      await gateway.setAreas({ ...allAreas(), [area]: source.origin })
      await fault.begin(its)
      await open(its, fault.hangs ?? false)
      const named = new RegExp(`(?:${manifest.title}|${area}) is not available`, 'i')
      const card = fault.card?.(page) ?? cardsOn(page).filter({ hasText: named })
      await expect(card).toBeVisible()
      if (fault.hangs) await page.clock.resume()
      await page.evaluate(() => document.documentElement.setAttribute('data-never-reloaded', ''))

      const visitOthers = async () => {
        for (const other of others) await visitByLink(page, other)
      }
      await expectShellWhole(page)
      if (!fault.hitsAll) await visitOthers()
      expect(await page.title()).not.toBe('taken over')
      await page.evaluate((steps) => history.go(-steps), fault.hitsAll ? 1 : 1 + others.length)
      await expect(page).toHaveURL(areaSights[area].path)
      if (fault.hangs) await page.clock.fastForward(CARD_MS)
      await expect(card).toBeVisible()
      await fault.end(its)
      // The page also tries again by itself.
      await Promise.race([
        card.getByRole('button', { name: 'Try again' }).click(),
        expect(headingOf(page, area)).toBeVisible(),
      ])
      await expect(headingOf(page, area)).toBeVisible()
      await expect(card).toHaveCount(0)
      if (fault.hitsAll) await visitOthers()
      await page.getByRole('link', { name: 'Dashboard' }).click()
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      await expect(cardsOn(page)).toHaveCount(0)
      await expect(page.locator('html')).toHaveAttribute('data-never-reloaded', '')
      source.close()
    })
  }
}

for (const [name, fault] of Object.entries(registryFaults)) {
  test(`an open page and ${name}: every area goes on`, async ({ page, gateway, troubles }) => {
    troubles.allow(fault.complaint)
    await gateway.setAreas(allAreas())
    await enter(page, '/users')
    await expectShellWhole(page)
    await fault.begin({ page } as Case)
    const refused = page.waitForResponse(REGISTRY)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await (await refused).finished()
    for (const area of areaNames) await visitByLink(page, area)
    await expectShellWhole(page)
  })
}
