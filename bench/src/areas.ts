import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM, chromiumArguments } from '../../e2e/suite/browser.ts'
import { startGateway } from '../../e2e/suite/gateway.ts'
import { allAreas, shellFolder, startSuite } from '../../e2e/suite/suite.ts'
import { ship } from '../../gateway/test/page-loads.ts'
import { CPU_SLOWER, fill, signedInAt, type Visit, visit } from './first-visit.ts'
import { median } from './load.ts'
import { buildOneBundle } from './one-bundle.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 9)
/** Quiet time after which the largest paint counts as final. */
const SETTLED_MS = 1_500
/** A page takes a second or two. */
const TIMEOUT_MS = 120_000

const medicines = { path: '/medicines', signedIn: true, shows: 'main tbody tr', count: 50, until: '50 rows' }

/** Runs in the page and records the time of the largest paint, in milliseconds. */
const FOLLOW_PAINT = `globalThis.seen = { largest: 0 }
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) seen.largest = startTime
}).observe({ type: 'largest-contentful-paint', buffered: true })`

async function dashboardPaint(browser: Browser, url: string, titles: string[]): Promise<number> {
  const context = await browser.newContext({ storageState: await signedInAt(url), serviceWorkers: 'block' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  await page.addInitScript(FOLLOW_PAINT)
  page.setDefaultTimeout(TIMEOUT_MS)
  await page.goto(url)
  for (const title of titles) await page.getByRole('heading', { name: title }).first().waitFor()
  const settled = `performance.now() - seen.largest > ${SETTLED_MS} && seen.largest`
  await page.waitForLoadState('networkidle')
  // Not waitForFunction: the page's policy forbids it.
  let at = 0
  while (at === 0) {
    await page.waitForTimeout(100)
    at = Number(await page.evaluate(settled))
  }
  await context.close()
  return at
}

async function listBothWays(folder: string) {
  await writeFile(join(folder, 'areas.json'), '{}')
  const plain: Record<string, string> = {}
  for (const [name, dist] of Object.entries(allAreas())) {
    await ship(folder, 'publish', name, '--from', dist)
    const copy = join(folder, 'plain', name)
    await cp(dist, copy, { recursive: true })
    const { integrity: _, ...manifest } = JSON.parse(await readFile(join(dist, 'area.json'), 'utf8'))
    await writeFile(join(copy, 'area.json'), JSON.stringify(manifest))
    plain[name] = copy
  }
  const published = JSON.parse(await readFile(join(folder, 'areas.json'), 'utf8')) as Record<string, string>
  return { published, plain }
}

/** Alternates both sides, so that a machine slowing down affects both. */
async function inTurns<T>(rounds: number, sides: [() => Promise<T>, () => Promise<T>]): Promise<[T[], T[]]> {
  const found: [T[], T[]] = [[], []]
  for (let round = 0; round < rounds; round += 1)
    for (const side of round % 2 ? ([1, 0] as const) : ([0, 1] as const))
      found[side].push(await sides[side]())
  return found
}

const ratioOf = (ours: number[], theirs: number[]) =>
  median(ours.map((one, round) => one / (theirs[round] ?? Number.NaN)))
const shown = (values: number[]) => values.map((value) => value.toFixed(0)).join(', ')
const bytesOf = ({ asked }: Visit) => asked.reduce((sum, { bytes }) => sum + bytes, 0)

export async function areas(): Promise<string> {
  const suite = await startSuite()
  const folder = await mkdtemp(join(tmpdir(), 'mms-areas-'))
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: chromiumArguments })
  const lists = await listBothWays(folder)
  const oneBundle = await buildOneBundle(Object.keys(allAreas()))
  const gateways = [
    await startGateway(suite, shellFolder, lists.published),
    await startGateway(suite, shellFolder, lists.plain),
    await startGateway(suite, oneBundle, {}),
  ] as const
  try {
    await fill(suite)
    const [published, plain, bundle] = gateways.map(({ url }) => url) as [string, string, string]
    const titles = ['Today', 'Recent Alerts']
    const paint = (url: string) => () => dashboardPaint(browser, url, titles)
    await paint(published)()
    await paint(bundle)()
    const [ours, theirs] = await inTurns(ROUNDS, [paint(published), paint(bundle)])
    const first = (url: string) => () => visit(browser, url, medicines)
    const [withBuilds, without] = await inTurns(ROUNDS, [first(published), first(plain)])
    const seconds = (visits: Visit[]) => visits.map((one) => one.seconds)
    const bytes = median(withBuilds.map(bytesOf)) / median(without.map(bytesOf))
    return [
      '## Areas that ship alone',
      '',
      `- Largest paint of the dashboard, all areas, empty cache, CPU four times slower: **${ratioOf(ours, theirs).toFixed(2)} ×** one bundle (median ${median(ours).toFixed(0)} of ${median(theirs).toFixed(0)} ms; ${shown(ours)} against ${shown(theirs)})`,
      `- First visit of /medicines, "Fast 3G", with registry and integrity: **${ratioOf(seconds(withBuilds), seconds(without)).toFixed(3)} ×** the seconds (median ${median(seconds(withBuilds)).toFixed(2)} of ${median(seconds(without)).toFixed(2)}), ${bytes.toFixed(3)} × the bytes`,
    ].join('\n')
  } finally {
    await browser.close()
    for (const gateway of gateways) await gateway.stop()
    await suite.dispose()
    await rm(folder, { recursive: true })
  }
}
