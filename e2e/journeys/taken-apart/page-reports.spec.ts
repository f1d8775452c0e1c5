import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageReport } from '@mms/contracts'
import type { Page } from '@playwright/test'
import { buildThatThrows } from '../../suite/altered-build.ts'
import { runAreaCommand } from '../../suite/gateway.ts'
import { readManifest } from '../../suite/smoke.ts'
import { admin, distOf, type Suite } from '../../suite/suite.ts'
import { enter, expect, signIn, test } from '../../suite/test.ts'

const secret = 'Asha Verma 98250'

const buildOf = async (dist: string) => (await readManifest(dist)).build

/** Collects the reports that the page sends, and their raw bodies. */
function follow(page: Page) {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/page-reports') bodies.push(request.postData() ?? '')
  })
  const reports = () => bodies.flatMap((body) => JSON.parse(body).reports as PageReport[])
  return { bodies, reports }
}

/** Pretends that the tab is hidden, upon which the page sends its reports. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
  })

/** Lines of the gateway's metrics about pages. */
async function metrics(suite: Suite): Promise<string[]> {
  const url = (await readFile(join(suite.dataDir, 'metrics-url'), 'utf8')).trim()
  return (await (await fetch(url)).text()).split('\n').filter((line) => line.startsWith('page_'))
}

/** Hides the page until the metrics match every pattern. */
async function untilCounted(page: Page, suite: Suite, ...patterns: RegExp[]): Promise<void> {
  const missing = async () => {
    await hide(page)
    const lines = await metrics(suite)
    return patterns.filter((pattern) => !lines.some((line) => pattern.test(line))).map(String)
  }
  await expect.poll(missing).toEqual([])
}

/** Hides the page until `isThere` is true for the reports sent. */
const untilSent = (page: Page, isThere: () => boolean) =>
  expect
    .poll(async () => {
      await hide(page)
      return isThere()
    })
    .toBe(true)

/** Rejects a promise that nobody handles, with user input as its message. */
const reject = (page: Page, text: string) =>
  page.evaluate((message) => void Promise.reject(new Error(message)), text)

test('what fails in a build is counted for its area, build and page, without a word that was typed', async ({
  page,
  suite,
  troubles,
}) => {
  troubles.allow(/on purpose|error boundary|ERR_FAILED|Failed|load|RUNTIME|Asha/i)
  const throwing = await buildThatThrows(distOf('inventory'))
  const canary = await buildOf(throwing)
  const area = (...words: string[]) => runAreaCommand(suite.areasFile, ...words)
  await area('publish', 'inventory')
  await area('publish', 'inventory', '--from', throwing)
  await area('canary', 'inventory', canary, '0', admin.email)
  // Chunks of this area fail throughout the journey.
  await page.route(/\/areas\/analytics\/assets\/(?!entry)/, (route) => route.abort())
  const { bodies, reports } = follow(page)
  await signIn(page)
  await page.goto('/medicines')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Medicines is not available')
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await page.getByRole('combobox').first().fill(secret)
  await reject(page, secret)
  // Sends now, because reports sent while leaving a page cannot be observed here.
  await untilSent(page, () => reports().some(({ kind }) => kind === 'rejection'))
  await page.goto(`/reports?search=${encodeURIComponent(secret)}`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('is not available')
  const [sales, analytics] = await Promise.all(['sales', 'analytics'].map((name) => buildOf(distOf(name))))
  await untilCounted(
    page,
    suite,
    new RegExp(`^page_problems_total.*area="inventory",build="${canary}",.*page="/medicines",kind="error"`),
    new RegExp(
      `^page_views_total.*area="inventory",build="${canary}",owner="team-inventory",page="/medicines"`,
    ),
    new RegExp(`^page_problems_total.*area="sales",build="${sales}",.*page="/sales",kind="rejection"`),
    new RegExp(`^page_problems_total.*area="analytics",build="${analytics}",.*page="/reports",kind="load"`),
    /^page_views_total.*area="shell",build="[\da-f]{16}",owner="team-platform",page="\*"/,
  )
  const stable = await buildOf(distOf('inventory'))
  expect((await metrics(suite)).filter((line) => /problems/.test(line) && line.includes(stable))).toEqual([])
  expect(reports().map(({ kind }) => kind)).toEqual(expect.arrayContaining(['error', 'rejection', 'load']))
  for (const word of [...secret.split(' '), admin.email, 'on purpose', 'search'])
    expect(bodies.join()).not.toContain(word)
  expect(await area('status', 'inventory')).toMatch(new RegExp(`stable ${stable} +canary ${canary}\n +views`))
})

/** Resolves once the largest paint is one after four seconds. Any input before it would end the measurement. */
const paintedLate = () =>
  new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntries().some(({ startTime }) => startTime > 4_000)) resolve()
    })
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
  })

test('a page that is slow is counted as slow for its area', async ({ page, suite }) => {
  await page.route(/\/assets\/main\./, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4_200))
    await route.continue()
  })
  await enter(page, '/sales')
  await expect(page.getByRole('heading', { name: 'Sales & Inventory Management' })).toBeVisible()
  await page.evaluate(paintedLate)
  const labels = `area="sales",build="${await buildOf(distOf('sales'))}",owner="team-sales",page="/sales"`
  // The browser reports the largest paint only after some input.
  const count = async () => {
    await page.keyboard.press('Tab')
    await hide(page)
    return (await metrics(suite)).filter(
      (line) => line.startsWith('page_lcp_seconds_count') && line.includes(labels),
    )
  }
  await expect.poll(count).toHaveLength(1)
  const counts = await metrics(suite)
  const upTo = (bound: string) =>
    counts.find((line) => line.startsWith(`page_lcp_seconds_bucket{le="${bound}"`) && line.includes(labels))
  expect(upTo('4')).toMatch(/ 0$/)
  expect(upTo('+Inf')).toMatch(/ 1$/)
})
