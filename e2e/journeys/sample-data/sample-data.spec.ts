import { ASKED_AGAIN } from '../../suite/alerts.ts'
import { connectApi, emptyStore } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'

test('after sample data the dashboard shows what history says without a reload, on two screens of a desk', async ({
  page,
  suite,
}) => {
  await emptyStore(await connectApi(suite))
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page)
  await page.getByRole('button', { name: 'Load Sample Data' }).click()
  await expect(page.getByText(/^Successfully loaded/)).toBeVisible()
  const prediction = page.getByRole('region', { name: 'Demand Prediction' })
  await expect(prediction.getByText('Actual demand').first()).toBeAttached()
  await expect(prediction.getByText('Forecast from sales').first()).toBeAttached()
  await expect(page.getByRole('region', { name: 'Recent Alerts' }).getByRole('listitem')).not.toHaveCount(
    0,
    ASKED_AGAIN,
  )
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  // Its length depends on the season.
  const sensitive = page.getByRole('table', { name: 'Medicines with High Climate Sensitivity' })
  for (const path of ['/', '/climate-analytics']) {
    await page.goto(path)
    await expect(page.locator('[aria-busy=true], .chakra-skeleton, .chakra-spinner')).toHaveCount(0)
    if (path === '/') await expect.poll(height).toBeLessThan(1_800)
    else await expect.poll(async () => (await sensitive.boundingBox())?.y).toBeLessThan(1_000)
  }
  const [recommendations] = await Promise.all([
    page.waitForResponse(/climate-demand\?recommended=5/),
    page.goto('/'),
  ])
  expect((await recommendations.body()).length).toBeLessThan(30 * 1024)
})
