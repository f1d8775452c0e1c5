import type { Page } from '@playwright/test'
import { broken, test } from '../../suite/broken-line.ts'
import { enter, expect } from '../../suite/test.ts'

/** Makes the token invalid, as it is after the computer has slept. */
const spoilToken = (page: Page) =>
  page.evaluate(() => {
    const [head = '', body = '', signature] = (localStorage.getItem('token') ?? '').split('.')
    const text = atob(body.replaceAll('-', '+').replaceAll('_', '/'))
    const claims = { ...JSON.parse(text), iat: 1_700_000_000, exp: 1_700_000_900 }
    const spoilt = btoa(JSON.stringify(claims)).replaceAll('=', '')
    localStorage.setItem('token', [head, spoilt, signature].join('.'))
  })

test('a lost answer to a refresh signs nobody out', async ({ page, line }) => {
  await enter(page, '/users')
  for (const fault of ['lose answer', 'lose request'] as const) {
    await spoilToken(page)
    line.break('POST /api/auth/refresh', fault)
    const before = line.cuts()
    await page.goto('/users')
    await broken(line, before)
    line.mend()
    await expect(page.getByRole('row', { name: /Administrator/ })).toBeVisible()
    await expect(page).toHaveURL('/users')
  }
})
