import { test as base, expect, type Page } from '@playwright/test'
import { admin, type Suite, startSuite } from './suite.ts'

interface Troubles {
  /** Console errors that this journey causes on purpose, e.g. a request that must be refused. */
  allow(pattern: RegExp): void
}

interface TestFixtures {
  troubles: Troubles
}

interface WorkerFixtures {
  /** Further settings of the suite; a file that changes them gets a suite of its own. */
  suiteEnv: Record<string, string>
  suite: Suite
}

/** Playwright's `test` with the running suite; a console error or a CSP violation fails the journey. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  suiteEnv: [{}, { option: true, scope: 'worker' }],
  suite: [
    async ({ suiteEnv }, use) => {
      const suite = await startSuite(suiteEnv)
      await use(suite)
      await suite.dispose()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ suite }, use) => {
    await use(suite.url)
  },
  troubles: [
    async ({ context }, use) => {
      const found: string[] = []
      const allowed: RegExp[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => found.push(String(error.error().stack ?? error.error())))
      await use({ allow: (pattern) => allowed.push(pattern) })
      expect(found.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Signs in through the login page; ends on the page that was asked for, or the dashboard. */
export async function signIn(page: Page, { email, password } = admin): Promise<void> {
  if (!new URL(page.url(), 'http://none').pathname.startsWith('/login')) await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}
