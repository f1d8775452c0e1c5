import { type AlertSummary, openAlerts } from '@mms/contracts'
import { expect, type Page } from '@playwright/test'
import type { Api } from './api.ts'

/** What the badge says, in words; undefined without one. */
async function badgeText(page: Page): Promise<string | undefined> {
  const said = page.getByRole('banner').getByText(/open alerts?$/)
  // At once: a badge may go while it is looked at.
  const [text] = await said.filter({ visible: true }).allInnerTexts()
  return text
}

/** What the server finds by itself, a badge learns of when it asks: once a minute. */
const ASKED_AGAIN = { timeout: 90_000 }

/** The badge says what the server counts now. */
export async function expectBadgeRight(page: Page, api: Api): Promise<void> {
  await expect
    .poll(async () => {
      const open = openAlerts(await api.get<AlertSummary>('/api/alerts/summary'))
      const shown = Number((await badgeText(page))?.replaceAll(/\D/g, '') ?? 0)
      return shown - open
    }, ASKED_AGAIN)
    .toBe(0)
}
