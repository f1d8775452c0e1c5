import { enter, expect, test } from '../../suite/test.ts'

test('the first press on a checkbox counts, also when it leaves a field that is wrong', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1400 })
  await enter(page, '/medicines/add')
  const checkbox = page.getByRole('checkbox', { name: 'Is demand affected by seasons?' })
  for (const [field, value, wrong] of [
    ['Medicine Name', '', 'Medicine Name is required'],
    ['Unit Price', '-1', 'Must be 0 or more'],
  ] as const) {
    await page.getByLabel(field).fill(value)
    await expect(page.getByLabel(field)).toBeFocused()
    const isChecked = await checkbox.isChecked()
    const before = await checkbox.boundingBox()
    if (!before) throw new Error('the checkbox must be on the screen')
    await page.mouse.move(before.x + before.width / 2, before.y + 2)
    await page.mouse.down()
    await expect(page.getByLabel(field)).not.toBeFocused()
    // As slow as a hand.
    await page.waitForTimeout(300)
    expect(await checkbox.boundingBox()).toEqual(before)
    await page.mouse.up()
    await expect(page.getByText(wrong)).toBeVisible()
    expect(await checkbox.isChecked()).toBe(!isChecked)
  }
})
