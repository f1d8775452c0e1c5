import { type Browser, chromium, type Page } from '@playwright/test'
import { addMedicine, connectApi } from '../../e2e/suite/api.ts'
import { CHROMIUM, chromiumArguments } from '../../e2e/suite/browser.ts'
import { admin, startSuite } from '../../e2e/suite/suite.ts'
import { followRequests, type SentRequest, toWaterfall } from './waterfall.ts'

/** Chromium's "Fast 3G", with a CPU slowed four times. */
const LINE = { offline: false, latency: 562, downloadThroughput: 1.4e6 / 8, uploadThroughput: 675e3 / 8 }
export const CPU_SLOWER = 4
const VISITS = 5
const ROWS = 50

const pages = [
  { path: '/login', until: 'the form', signedIn: false, shows: 'main form button[type=submit]', count: 1 },
  { path: '/medicines', until: `${ROWS} rows`, signedIn: true, shows: 'main tbody tr', count: ROWS },
  { path: '/sales', until: `${ROWS} rows`, signedIn: true, shows: 'main tbody tr', count: ROWS },
]
type Visited = (typeof pages)[number]

export interface Visit {
  seconds: number
  asked: SentRequest[]
}

export async function fill(suite: { url: string }): Promise<void> {
  const api = await connectApi(suite)
  for (let number = 1; number <= ROWS + 10; number++) {
    const { _id } = await addMedicine(api, { name: `Medicine ${number}` })
    await api.post('/api/transactions', { medicineId: _id, type: 'sale', quantity: 1, unitPrice: 8.5 })
  }
}

export async function signedInAt(url: string) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { token, _id: id, name, email, role } = (await answer.json()) as Record<string, string>
  const stored = { token: token ?? '', user: JSON.stringify({ id, name, email, role }) }
  const localStorage = Object.entries(stored).map(([key, value]) => ({ name: key, value }))
  return { cookies: [], origins: [{ origin: url, localStorage }] }
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
}

export async function visit(
  browser: Browser,
  url: string,
  { path, signedIn, shows, count }: Visited,
): Promise<Visit> {
  const context = await browser.newContext(signedIn ? { storageState: await signedInAt(url) } : {})
  const page = await context.newPage()
  await slowDown(page)
  const asked = await followRequests(page)
  await page.goto(`${url}${path}`, { waitUntil: 'commit', timeout: 0 })
  const last = page.locator(shows).nth(count - 1)
  await last.waitFor({ state: 'attached', timeout: 0 })
  const seconds = (await page.evaluate(() => performance.now())) / 1000
  await context.close()
  return { seconds, asked: asked.filter(({ from }) => from < seconds) }
}

const middle = (visits: Visit[]) => [...visits].sort((a, b) => a.seconds - b.seconds)[VISITS >> 1] as Visit

/** First visit with an empty cache on a slow line and computer, in seconds until there is text. */
export async function firstVisit(): Promise<string> {
  const suite = await startSuite()
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: chromiumArguments })
  try {
    await fill(suite)
    const lines = ['## First visit, empty cache, "Fast 3G", CPU four times slower', '']
    for (const page of pages) {
      const visits: Visit[] = []
      for (let count = 0; count < VISITS; count++) visits.push(await visit(browser, suite.url, page))
      const { seconds, asked } = middle(visits)
      const all = visits.map((each) => each.seconds.toFixed(1)).join(', ')
      lines.push(`- ${page.path}: **${seconds.toFixed(1)} s** until ${page.until} (${all})`)
      lines.push(...toWaterfall(asked))
    }
    return lines.join('\n')
  } finally {
    await browser.close()
    await suite.dispose()
  }
}
