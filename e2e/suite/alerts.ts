import { type AlertSummary, countOpenAlerts } from '@mms/contracts'
import { expect, type Page } from '@playwright/test'
import type { Api } from './api.ts'

/** Longer than the minute after which a badge polls again. */
export const ASKED_AGAIN = { timeout: 90_000 }

/** The badge shows the server's count. */
export async function expectBadgeRight(page: Page, api: Api): Promise<void> {
  await expect
    .poll(async () => {
      const open = countOpenAlerts(await api.get<AlertSummary>('/api/alerts/summary'))
      const badge = page.getByRole('banner').getByText(/open alerts?$/)
      // Reads in one step, because a badge may disappear meanwhile.
      const [text = '0'] = await badge.filter({ visible: true }).allInnerTexts()
      return Number(text.replaceAll(/\D/g, '')) - open
    }, ASKED_AGAIN)
    .toBe(0)
}
