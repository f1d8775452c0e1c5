import type { Page, Request } from '@playwright/test'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'

const SHELL = /\/assets\/[\w-]+\.[\da-f]{16}\.js$/
const ENTRY = /\/areas\/inventory\/assets\/entry\./

/** Holds back requests that match until `release`. */
async function hold(page: Page, pattern: RegExp): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}

const addressOf = (request: Request) => {
  const { pathname, search } = new URL(request.url())
  return pathname + search
}

/** Resolves once the page has requested an address of each kind. Has no time limit of its own. */
const untilAsked = (page: Page, ...kinds: RegExp[]) =>
  Promise.all(
    kinds.map((kind) => page.waitForRequest((request) => kind.test(addressOf(request)), { timeout: 0 })),
  )

test('a first visit asks for everything in three round trips: the page, then the shell, then the area with its data', async ({
  page,
  suite,
}) => {
  await addMedicine(await connectApi(suite), { name: 'Journey First Visit' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(addressOf(request)))
  // While all scripts of the shell are held back, the page alone must request them and the registry.
  const shell = await hold(page, SHELL)
  const area = await hold(page, ENTRY)
  const ofShell = untilAsked(page, /^\/areas\.json$/, /^\/assets\/main\./)
  const ofArea = untilAsked(
    page,
    ENTRY,
    /\/areas\/inventory\/assets\/exposed_area\./,
    /^\/api\/medicines\?limit=50$/,
    /^\/api\/medicines\/categories$/,
  )
  const visit = enter(page, '/medicines')
  await ofShell
  const links = page.locator('head link[rel=preload][as=script]')
  const named = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  await expect.poll(async () => (await named()).length).toBeGreaterThan(3)
  const scripts = await named()
  await expect.poll(() => scripts.filter((script) => !asked.includes(script))).toEqual([])
  shell.release()
  // While the area's entry is held back, its other scripts and its data must be requested, too.
  await ofArea
  const beforeEntry = asked.filter((address) => address.startsWith('/areas/inventory/assets/'))
  expect(asked.filter((address) => address === '/areas.json')).toHaveLength(1)
  area.release()
  await visit
  await expect(page.getByRole('row', { name: /Journey First Visit/ })).toBeVisible()
  const later = asked.filter(
    (address) => address.startsWith('/areas/inventory/') && !beforeEntry.includes(address),
  )
  expect(later, 'of the area, after its first script had come').toEqual([])
  expect(
    asked.filter((address) => /^\/(?:areas|api)\/(?:sales|analytics|transactions)/.test(address)),
    'of areas that are not shown',
  ).toEqual([])
  // Requested once each: the page uses the prefetched data.
  for (const address of ['/api/medicines?limit=50', '/api/medicines/categories'])
    expect(
      asked.filter((one) => one === address),
      address,
    ).toHaveLength(1)
})
