import { expect, type Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'

/** Returns axe's violations on the current page. Loads axe once per document. */
async function findViolations(page: Page): Promise<Result[]> {
  // Reports passed rules in short form only.
  const options: RunOptions = { resultTypes: ['violations'] }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (asked) => {
    const { axe: brought } = window as unknown as { axe: typeof axe }
    return (await brought.run(document, asked)).violations
  }, options)
}

export async function expectAccessible(page: Page): Promise<void> {
  const violations = await findViolations(page)
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const findings = grave.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} — ${target.join(' ')} — ${failureSummary}`),
  )
  expect(findings, page.url()).toEqual([])
}

/** Fails if the page scrolls sideways, and names the cause. Polls, because charts resize a moment after the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(findStickingOut), { message: page.url() }).toEqual([])
}

function findStickingOut(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth,
  )
  return [
    `${scrollWidth} > ${clientWidth}`,
    ...wide.slice(-5).map((element) => element.outerHTML.slice(0, 200)),
  ]
}
