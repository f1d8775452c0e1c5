import { createRandom } from '@mms/service-kit/random'
import type { Page } from '@playwright/test'
import type { Api } from '../suite/api.ts'
import { picker } from '../suite/counter.ts'
import { expect } from '../suite/test.ts'
import {
  type Conditions,
  compare,
  findMeanings,
  readRecorded,
  strokesOfAll,
  type Tally,
  underConditions,
  untilSent,
} from './counter.ts'
import { isStocked, type Listed, writeScript } from './script.ts'
import { typeStrokes } from './typist.ts'

const TEXTS = 10
const CODES = 4

export type Counter = Awaited<ReturnType<typeof openCounter>>

export async function openCounter(page: Page, api: Api, medicines: readonly Listed[], seed: number) {
  await expect(picker(page)).toBeFocused()
  const meanings = await findMeanings(page, medicines, TEXTS, createRandom(seed))
  const texts = [...meanings.keys()]
  // The previous release's area knows no codes.
  const withCodes = process.env.TYPING_AREA ? [] : medicines.filter(isStocked)
  const codes = withCodes.flatMap(({ barcode }) => barcode ?? []).slice(0, CODES)
  for (const medicine of medicines) if (medicine.barcode) meanings.set(medicine.barcode, medicine)
  const seen = new Set<string>()
  await readRecorded(api, seen)
  return { page, api, meanings, texts, codes, seen }
}

/** Sells `count` times under the conditions and returns the results. */
export async function runSession(
  { page, api, meanings, texts, codes, seen }: Counter,
  conditions: Conditions,
  count: number,
  seed: number,
): Promise<Tally> {
  const random = createRandom(seed)
  const sales = writeScript(texts, codes, count, random)
  // Begins with an empty form, so that no run affects the next.
  await picker(page).fill('')
  await picker(page).click()
  await page.keyboard.press('Escape')
  await expect(picker(page)).toBeFocused()
  await underConditions(page, conditions, (devtools) =>
    typeStrokes(devtools, strokesOfAll(sales, conditions.speed, random)),
  )
  await untilSent(page)
  const meant = sales.map(({ text, quantity }) => `${meanings.get(text)?.name} × ${quantity}`)
  return compare(meant, await readRecorded(api, seen))
}
