import { sales } from '@mms/mf-sales/e2e/words.ts'
import { createRandom } from '@mms/service-kit/random'
import type { Page } from '@playwright/test'
import { type Api, addMedicine, connectApi } from '../../suite/api.ts'
import { look } from '../../suite/frames.ts'
import { enter, expect, test } from '../../suite/test.ts'
import { picker } from '../../typing/counter.ts'
import { strokesOf, typeStrokes } from '../../typing/typist.ts'

const names = ['Askedol 80', 'Askedol 80 H', 'Askedol AM', 'Surelin Syrup']
const UNSURE = 'askedol'
const SURE = 'surelin syrup'

interface Stored {
  medicineId: { name: string } | null
  quantity: number
}

async function open(page: Page, api: Api) {
  const known = await api.get<{ name: string }[]>('/api/medicines')
  for (const name of names) {
    if (!known.some((medicine) => medicine.name === name)) await addMedicine(api, { name, currentStock: 500 })
  }
  await enter(page, '/sales')
  await picker(page).pressSequentially(UNSURE, { delay: 20 })
  await expect(page.getByRole('option', { name: 'Askedol 80 H' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const devtools = await page.context().newCDPSession(page)
  const random = createRandom(1)
  const type = (gap: number, ...keys: string[]) =>
    typeStrokes(
      devtools,
      strokesOf(
        keys.flatMap((key) => (key === 'Enter' ? [key] : [...key])),
        gap,
        random,
      ),
    )
  return { type, devtools }
}

const recorded = async (api: Api) =>
  (await api.get<Stored[]>('/api/transactions?limit=200')).map(
    ({ medicineId, quantity }) => `${quantity} × ${medicineId?.name}`,
  )
const quantity = (page: Page) => page.getByLabel(sales.quantity)
const highlighted = (page: Page) => page.getByRole('option', { selected: true, name: /in stock/ })

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
    const { type, devtools } = await open(page, api)
    const before = (await recorded(api)).length
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await type(gap, UNSURE, 'Enter', '12', 'Enter', SURE, 'Enter', '3', 'Enter', UNSURE, 'Enter', '7')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await expect(page.getByText(/“7” was removed/).first()).toBeVisible()
    await expect(picker(page)).toHaveValue(UNSURE)
    await expect(quantity(page)).toHaveValue('1')
    await expect.poll(() => recorded(api)).toHaveLength(before + 1)
    expect((await recorded(api))[0]).toBe('3 × Surelin Syrup')
  })
}

test('a second Enter takes what has been seen, and none of a key that bounces', async ({ page, suite }) => {
  const api = await connectApi(suite)
  const { type } = await open(page, api)
  await type(60, UNSURE)
  await type(8, 'Enter', 'Enter', 'Enter')
  await expect(highlighted(page)).toBeVisible()
  await expect(picker(page)).toHaveValue(UNSURE)
  await look(page)
  const seen = (await highlighted(page).innerText()).split('\n')[0] ?? ''
  await type(60, 'Enter')
  await expect(picker(page)).toHaveValue(names.filter((name) => seen.startsWith(name)).at(-1) ?? '')
  await expect(quantity(page)).toBeFocused()
})

test('what is no name is named and replaced by the next key, whatever it is', async ({ page, suite }) => {
  const api = await connectApi(suite)
  const { type } = await open(page, api)
  await type(60, 'xqzzxq', 'Enter')
  await expect(page.getByText('No medicine “xqzzxq”').first()).toBeVisible()
  await type(60, SURE)
  await expect(picker(page)).toHaveValue(SURE)
  for (const odd of ['x'.repeat(10_000), 'مرهم', '💊💊', '   ', '...', '-', '\u202egnp', '()[]\\*+?']) {
    await picker(page).fill(odd)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(picker(page)).toBeFocused()
    await expect(quantity(page)).toHaveValue('1')
  }
  await expect(page.getByLabel(sales.unitPrice)).toHaveValue('')
})
