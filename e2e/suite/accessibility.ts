import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Expects no serious finding of axe on the current page. Loads axe once per document. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const { axe: brought } = window as unknown as { axe: typeof axe }
    // Reports passed rules in short form only.
    return (await brought.run(document, { resultTypes: ['violations'] })).violations
  })
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const findings = grave.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} — ${target.join(' ')} — ${failureSummary}`),
  )
  expect(findings, page.url()).toEqual([])
}
