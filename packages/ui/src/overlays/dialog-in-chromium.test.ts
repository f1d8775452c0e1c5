// @vitest-environment node
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { ORIGIN, startChromium } from '../../test/chromium.ts'

const openPage = startChromium('dialog-page.tsx')

/** Where the button and the message stand, and how far the page is scrolled. */
const places = (page: Page) =>
  page.evaluate(async () => {
    // the scroll bar comes and goes with a frame
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const [button, message] = ['button', '[role=alert]'].map((each) =>
      document.querySelector(each)?.getBoundingClientRect(),
    )
    return [button?.left, button?.top, message?.left, message?.top, window.scrollY]
  })

it('a dialog moves neither the page nor a message, on a short page and on a long one', async () => {
  const { page } = await openPage()
  await page.goto(ORIGIN)
  await page.getByText('In its corner').waitFor()
  for (const [height, scrolled] of [
    [10, 0],
    [5_000, 0],
    [5_000, 30],
  ]) {
    await page.evaluate(
      ([rest, to]) => {
        const element = document.querySelector<HTMLElement>('#rest')
        if (element) element.style.height = `${rest}px`
        window.scrollTo(0, to ?? 0)
      },
      [height, scrolled],
    )
    const before = await places(page)
    await page.evaluate(() => document.querySelector('button')?.focus({ preventScroll: true }))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    expect(await places(page), `${height} px, open`).toEqual(before)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await places(page), `${height} px, closed`).toEqual(before)
  }
})
