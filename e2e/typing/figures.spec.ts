import { loadavg } from 'node:os'
import { createRandom } from '@mms/service-kit/random'
import type { CDPSession, Page } from '@playwright/test'
import { measureVisit } from '../budget/sizes.ts'
import { connectApi } from '../suite/api.ts'
import { picker } from '../suite/counter.ts'
import { expect, signIn, test } from '../suite/test.ts'
import { findTexts } from './script.ts'
import { busyMs, installStopwatch, spread, takeTimes } from './stopwatch.ts'
import { fillStore } from './store.ts'

const KIB = 1024
const TEXTS = 20
const PAUSE_MS = 100
const CATALOGUE = '/api/medicines/catalogue'

const say = (line: string) => process.stdout.write(`${line} · load ${loadavg()[0]?.toFixed(1)}\n`)
const kib = (bytes: number) => `${(bytes / KIB).toFixed(1)} KiB`

/** Transferred bytes of the catalogue during `go`. */
async function weighCatalogue(page: Page, go: () => Promise<unknown>): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page)
  const asked = new Set<string>()
  const sizes: number[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).pathname === CATALOGUE) asked.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId)) sizes.push(encodedDataLength)
  })
  await devtools.send('Network.enable')
  await go()
  await expect.poll(() => sizes.length).toBeGreaterThan(0)
  await devtools.detach()
  return sizes
}

/** First words with a missing letter, the most expensive searches. */
function misspell(names: readonly string[]): string[] {
  const words = names.map((name) => name.toLowerCase().split(' ')[0] ?? '')
  return words.filter((word) => word.length >= 7).map((word) => `${word.slice(0, 3)}${word.slice(4)}`)
}

/** Share of busy time of the page while nobody types. */
async function idleShare(page: Page, devtools: CDPSession): Promise<number> {
  const before = await busyMs(devtools)
  await page.waitForTimeout(2_000)
  return ((await busyMs(devtools)) - before) / 2_000
}

/** A field and twelve rows rewritten at each key, without library or search. */
const PLAIN = `<input autofocus oninput="rows.innerHTML = Array.from({ length: 12 },
  (_, at) => '<div style=&quot;display:flex;justify-content:space-between&quot;><span>' + this.value + at + '</span><span>9 in stock</span></div>').join('')">
  <div id="rows" style="position:absolute;top:60px;width:400px;border:1px solid"></div>`

/** Least time of a key in this browser, to compare the figures with. */
async function timePlain(page: Page, rate: number, texts: readonly string[]): Promise<string> {
  await page.setContent(PLAIN)
  await page.locator('input').focus()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  const idle = await idleShare(page, devtools)
  const [before, begun] = [await busyMs(devtools), Date.now()]
  await page.keyboard.type(texts.join(''), { delay: PAUSE_MS })
  const busy = (await busyMs(devtools)) - before - idle * (Date.now() - begun)
  return `${(busy / texts.join('').length).toFixed(1)} ms a key of the page's own CPU`
}

/** Types and clears each text; returns the cost per key. */
async function timePicking(page: Page, devtools: CDPSession, texts: readonly string[]): Promise<string> {
  const idle = await idleShare(page, devtools)
  await takeTimes(page)
  let keys = 0
  let busy = 0
  for (const text of texts) {
    const [before, begun] = [await busyMs(devtools), Date.now()]
    await page.keyboard.type(text, { delay: PAUSE_MS })
    busy += (await busyMs(devtools)) - before - idle * (Date.now() - begun)
    keys += text.length
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  await page.waitForTimeout(PAUSE_MS)
  const times = (await takeTimes(page)).filter(({ key }) => key !== 'Escape')
  const handled = spread(times.map((time) => time.handled))
  const drawn = spread(times.map((time) => time.drawn))
  return `${keys} keys, ${(busy / keys).toFixed(1)} ms a key of the page's own CPU; found and listed after ${handled}, on the screen after ${drawn}`
}

/** Sells by each text; returns the time until the form accepts the next key. */
async function timeSelling(page: Page, texts: readonly string[]): Promise<string> {
  const ends = []
  for (const text of texts) {
    await page.keyboard.type(text, { delay: PAUSE_MS })
    await page.keyboard.press('Enter')
    await page.keyboard.type('2')
    await takeTimes(page)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(PAUSE_MS)
    ends.push(...(await takeTimes(page)))
    await page.waitForTimeout(500)
  }
  const ready = ends.filter(({ isReady }) => isReady).length
  const handled = spread(ends.map((time) => time.handled))
  const drawn = spread(ends.map((time) => time.drawn))
  return `${ready} of ${ends.length} forms ready in the same task, after ${handled}; on the screen after ${drawn}`
}

test('sizes: the first visit, the catalogue, the catalogue asked again', async ({ page, suite }) => {
  const api = await connectApi(suite)
  await fillStore(api, 1_000)
  await page.goto('/login')
  const [whole] = await weighCatalogue(page, async () => {
    const visit = await measureVisit(page, async () => {
      await signIn(page)
      await page.goto('/sales')
      await expect(picker(page)).toBeFocused()
    })
    say(`first visit to /sales on top of the login page: ${kib(visit.bytes)} (goal 80)`)
  })
  say(`catalogue of 1,000 medicines: ${kib(whole ?? 0)} (goal 60)`)
  const [again] = await weighCatalogue(page, () => page.reload())
  say(`asked again: ${again} bytes (goal 1024)`)
})

for (const size of [10_000, 50_000]) {
  test(`times: picking among ${size}, and from the last Enter to the next key`, async ({
    page,
    suite,
    openForAnother,
  }) => {
    const api = await connectApi(suite)
    const medicines = await fillStore(api, size)
    await installStopwatch(page)
    await signIn(page)
    await page.goto('/sales')
    await expect(picker(page)).toBeFocused()
    await picker(page).pressSequentially('metf')
    await expect(page.getByRole('option').first()).toBeVisible()
    for (const _ of [1, 2]) await page.keyboard.press('Escape')
    const random = createRandom(1)
    const texts = findTexts(medicines, TEXTS, random)
    const slips = misspell(random.shuffle(medicines).map(({ name }) => name)).slice(0, TEXTS)
    const devtools = await page.context().newCDPSession(page)
    // CPU time of the thread, independent of other load.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const plain = await openForAnother()
    for (const rate of [1, 4]) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate })
      const label = `${size} medicines, ${rate} × slower`
      await plain.bringToFront()
      say(`${label}, a plain page: ${await timePlain(plain, rate, texts)}`)
      await page.bringToFront()
      say(`${label}, names: ${await timePicking(page, devtools, texts)} ms`)
      say(`${label}, slips: ${await timePicking(page, devtools, slips)} ms`)
      say(`${label}, sales: ${await timeSelling(page, texts)} ms`)
    }
  })
}
