// @vitest-environment node
import { expect, it } from 'vitest'
import { NONCE, ORIGIN, startChromium } from '../../test/chromium.ts'

const openPage = startChromium('dialog-page.tsx')

/** In a frame, because only there a change of the width and a new rule can be made to come at once. */
async function narrowAndAddARule(nonce: string): Promise<string[]> {
  const frame = document.querySelector('iframe') as HTMLIFrameElement
  const page = frame.contentDocument as Document
  const style = page.createElement('style')
  style.nonce = nonce
  page.head.append(style)
  style.sheet?.insertRule('p { order: 2 }')
  style.sheet?.insertRule('@media (max-width: 47.9975rem) { p { order: 1 } }', 1)
  const order = () => getComputedStyle(page.querySelector('p') as Element).order
  const nextFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  await nextFrames()
  const orders = [order()]
  for (const width of ['400px', '1000px']) {
    frame.style.width = width
    style.sheet?.insertRule(`.of-${width} { margin: 0 }`, 2)
    await nextFrames()
    await nextFrames()
    orders.push(order())
  }
  return orders
}

it('a page fits a window whose width changes in the moment in which a part of it appears', async () => {
  const { page } = await openPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.route(`${ORIGIN}/outer`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<iframe src="/" width="1000"></iframe>' }),
  )
  await page.goto(`${ORIGIN}/outer`)
  await page.frameLocator('iframe').getByText('Fits').waitFor()
  expect(await page.evaluate(narrowAndAddARule, NONCE)).toEqual(['2', '1', '2'])
  expect(said).toEqual([])
})
