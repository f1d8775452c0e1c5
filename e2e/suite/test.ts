import { writeFile } from 'node:fs/promises'
import type { LoginResponse } from '@mms/contracts'
import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test'
import { admin, type Suite, startSuite } from './suite.ts'

interface Troubles {
  /** Allows console errors that the journey causes on purpose. */
  allow(pattern: RegExp): void
  watch(context: BrowserContext): void
}

interface TestFixtures {
  troubles: Troubles
  /** Restores the suite after a failed journey. */
  mended: undefined
  /** Opens a page for another user, in a browser context of its own. */
  openForAnother: () => Promise<Page>
}

interface WorkerFixtures {
  suite: Suite
}

/** Playwright's `test` with a running suite. Console errors and CSP violations fail the journey. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  suite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const suite = await startSuite()
      await use(suite)
      await suite.dispose()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  mended: [
    async ({ suite }, use) => {
      await use(undefined)
      await suite.mend()
    },
    { auto: true },
  ],
  baseURL: async ({ suite }, use) => {
    await use(suite.url)
  },
  troubles: [
    async ({ context }, use, testInfo) => {
      const found: string[] = []
      const network: string[] = []
      const note = (request: Request, outcome: unknown) =>
        network.push(`${new Date().toISOString()} ${request.method()} ${request.url()} ${outcome}`)
      const allowed: RegExp[] = []
      const troubles: Troubles = {
        allow: (pattern) => allowed.push(pattern),
        watch(watched) {
          watched.on('console', (message) => {
            if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
          })
          watched.on('response', async (response) => {
            const body = response.status() < 500 ? '' : await response.text().catch(String)
            note(response.request(), `${response.status()} ${body}`)
          })
          watched.on('requestfailed', (request) => note(request, request.failure()?.errorText))
          watched.on('weberror', (error) => found.push(String(error.error().stack ?? error.error())))
        },
      }
      troubles.watch(context)
      await use(troubles)
      const unexpected = found.filter((text) => !allowed.some((pattern) => pattern.test(text)))
      if (unexpected.length > 0 || testInfo.status !== testInfo.expectedStatus)
        await writeFile(testInfo.outputPath('network.txt'), network.join('\n'))
      expect(unexpected, network.filter((line) => / 5\d\d /.test(line)).join('\n')).toEqual([])
    },
    { auto: true },
  ],
  openForAnother: async ({ browser, baseURL, troubles }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: baseURL ?? '' })
      contexts.push(context)
      troubles.watch(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

export { expect }

export async function submitLogin(page: Page, { email, password }: typeof admin): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** A path of the suite's origin that loads no scripts. */
const QUIET_PATH = '/api/test'

/** Signs in by API instead of the login page. */
export async function enter(page: Page, path = '/', person = admin): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: person })
  expect(answer.status()).toBe(200)
  const { token, _id: id, name, email, role } = (await answer.json()) as LoginResponse
  await page.goto(QUIET_PATH)
  await page.evaluate(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    { user: JSON.stringify({ id, name, email, role }), token },
  )
  await page.goto(path)
}

export async function logOut(page: Page, name = 'Administrator'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
}

export async function signIn(page: Page, person = admin): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login')
  await submitLogin(page, person)
  await expect(page).not.toHaveURL(/\/login/)
}
