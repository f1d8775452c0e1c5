import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules of axe that look at colors. */
export const colorRules = ['color-contrast', 'link-in-text-block']

/** No serious or critical finding of axe on the page as it stands, by its usual rules or by these. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Without frames of others nothing needs axe's second page; what passed is not described, only counted.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  })
  const { violations } = await axe.analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const findings = grave.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} — ${target.join(' ')} — ${failureSummary}`),
  )
  expect(findings, page.url()).toEqual([])
}

/** Nothing needs sideways scrolling; else tells what sticks out. A chart takes its new width a moment after the window. */
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
