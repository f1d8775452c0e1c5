import { connectApi } from '../../suite/api.ts'
import { look, openForm, picker, quantity, readRecorded } from '../../suite/counter.ts'
import { expect, test } from '../../suite/test.ts'

const names = ['Askedol 80', 'Askedol 80 H', 'Askedol AM', 'Surelin Syrup']
const medicines = names.map((name) => ({ name, currentStock: 500 }))
const UNSURE = 'askedol'
const SURE = 'surelin syrup'

for (const [gap, slowdown] of [
  [20, 1],
  [20, 6],
  [60, 6],
  [100, 1],
] as const) {
  test(`typed blind at ${gap} ms a key on a machine ${slowdown} times slower, an unsure name sells nothing`, async ({
    page,
    suite,
  }) => {
    const api = await connectApi(suite)
    const type = await openForm(page, api, medicines)
    const before = (await readRecorded(api)).length
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await type(gap, UNSURE, 'Enter', '12', 'Enter', SURE, 'Enter', '3', 'Enter', UNSURE, 'Enter', '7')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await expect(page.getByText(/“7” was removed/).first()).toBeVisible()
    await expect(picker(page)).toHaveValue(UNSURE)
    await expect(quantity(page)).toHaveValue('1')
    await expect.poll(() => readRecorded(api)).toHaveLength(before + 1)
    expect((await readRecorded(api))[0]).toBe('3 × Surelin Syrup')
  })
}

test('a second Enter takes what has been seen, and none of a key that bounces', async ({ page, suite }) => {
  const type = await openForm(page, await connectApi(suite), medicines)
  const highlighted = page.getByRole('option', { selected: true, name: /in stock/ })
  await type(60, UNSURE)
  await type(8, 'Enter', 'Enter', 'Enter')
  await expect(highlighted).toBeVisible()
  await expect(picker(page)).toHaveValue(UNSURE)
  await look(page)
  const seen = await highlighted.innerText()
  await type(60, 'Enter')
  await expect(picker(page)).toHaveValue(names.filter((name) => seen.startsWith(name)).at(-1) ?? '')
  await expect(quantity(page)).toBeFocused()
})
