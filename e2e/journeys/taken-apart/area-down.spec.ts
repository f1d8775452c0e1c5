import { execFile } from 'node:child_process'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { type Mood, startAreaSource } from '../../suite/area-source.ts'
import { distOf, type Suite } from '../../suite/suite.ts'
import { enter, expect, test } from '../../suite/test.ts'

interface Outage {
  begin(): Promise<void>
  end(): Promise<void>
}

/** Before an outage the area was well: the gateway knows what it is called and where its pages are. */
async function introduce(suite: Suite, source: string): Promise<void> {
  await suite.setAreas({ inventory: source })
  await fetch(`${suite.url}/areas.json`)
}

/** Comes during the outage, sees what goes on, ends it and recovers by the button alone. */
async function liveThrough(page: Page, { begin, end }: Outage): Promise<void> {
  await begin()
  await enter(page)
  const card = page.getByRole('main').getByRole('alert').filter({ hasText: 'Medicines is not available' })
  await expect(card).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('link', { name: 'Medicines', exact: true }).click()
  await expect(page).toHaveURL('/medicines')
  await expect(card).toBeVisible()
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await page.getByRole('button', { name: 'Administrator', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('link', { name: 'Medicines', exact: true }).click()
  await expect(card).toBeVisible()

  await page.evaluate(() => document.documentElement.setAttribute('data-never-reloaded', ''))
  await end()
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Medicines', exact: true })).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(card).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-never-reloaded', '')
}

test('an area whose files are gone is a card, and comes back by Try again', async ({
  page,
  suite,
  troubles,
}) => {
  troubles.allow(/404|RUNTIME|available|load|Refused to execute/i)
  const folder = await mkdtemp(join(tmpdir(), 'mms-area-'))
  const dist = join(folder, 'dist')
  await cp(distOf('inventory'), dist, { recursive: true })
  await introduce(suite, dist)
  await liveThrough(page, {
    begin: () => rename(dist, join(folder, 'away')),
    end: () => rename(join(folder, 'away'), dist),
  })
  await rm(folder, { recursive: true })
})

for (const [mood, words] of [
  ['hanging', 'hangs'],
  ['failing', 'answers 502 with JSON'],
] as [Mood, string][]) {
  test(`an area that ${words} is a card, and comes back by Try again`, async ({ page, suite, troubles }) => {
    troubles.allow(/50[0-9]|RUNTIME|timeout|timed out|load|answer|Refused to execute/i)
    const source = await startAreaSource(distOf('inventory'))
    await introduce(suite, source.origin)
    await liveThrough(page, {
      begin: async () => {
        source.mood = mood
      },
      end: async () => {
        source.mood = 'well'
      },
    })
    source.close()
  })
}

test('a release that throws on render is a card, and is rolled back by Try again', async ({
  page,
  suite,
  troubles,
}) => {
  troubles.allow(/thrown on render, on purpose|error boundary/i)
  const folder = join(import.meta.dirname, '../../areas/throwing')
  await promisify(execFile)('rspack', ['build'], { cwd: folder })
  await liveThrough(page, {
    begin: () => introduce(suite, join(folder, 'dist')),
    end: () => suite.setAreas({ inventory: distOf('inventory') }),
  })
})
