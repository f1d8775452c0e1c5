import { enter, expect, test } from '../../suite/test.ts'

const POLL_MS = 30_000

test('a floating indicator tells that the server is away, and goes when it is back', async ({
  page,
  suite,
  troubles,
}) => {
  // Tokens end with the suite, and the page renews its own.
  troubles.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|Failed to fetch|401 \(Unauthorized\)/)
  await page.clock.install()
  // Stopped earlier, the suite would cut off the page's own code.
  await enter(page, '/medicines')
  await expect(page.getByText(/in the catalogue$/)).toBeVisible()
  const indicator = page.getByRole('status').filter({ hasText: 'Server disconnected' })
  await expect(indicator).toHaveCount(0)

  await suite.stop()
  await page.clock.fastForward(POLL_MS)
  await expect(indicator).toBeVisible()
  await expect(indicator).toContainText('Network error. Backend server may not be running.')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()

  await suite.start()
  await page.clock.fastForward(POLL_MS)
  await expect(indicator).toHaveCount(0)
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('row', { name: /Administrator/ })).toBeVisible()
})
