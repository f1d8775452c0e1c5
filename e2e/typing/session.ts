import { createRandom } from '@mms/service-kit/random'
import type { Page } from '@playwright/test'
import type { Api } from '../suite/api.ts'
import { expect } from '../suite/test.ts'
import {
  type Conditions,
  compare,
  findSlowly,
  picker,
  readRecorded,
  sellFast,
  type Tally,
} from './counter.ts'
import { findTexts, isStocked, type Listed, type Sale, writeScript } from './script.ts'

const TEXTS = 10
const CODES = 4

export interface Counter {
  page: Page
  api: Api
  meaning: Map<string, string>
  texts: string[]
  codes: string[]
  seen: Set<string>
}

export function nameIn(option: string, medicines: readonly Listed[]): string {
  const names = medicines.map(({ name }) => name).filter((name) => option.startsWith(name))
  return names.sort((a, b) => b.length - a.length)[0] ?? option
}

export async function openCounter(
  page: Page,
  api: Api,
  medicines: readonly Listed[],
  seed: number,
): Promise<Counter> {
  const random = createRandom(seed)
  await expect(picker(page)).toBeFocused()
  const texts = findTexts(medicines, TEXTS, random)
  // The previous release's area knows no codes.
  const withCodes = process.env.TYPING_AREA ? [] : medicines.filter(isStocked)
  const codes = withCodes.flatMap(({ barcode }) => barcode ?? []).slice(0, CODES)
  const meaning = new Map<string, string>()
  for (const text of texts) {
    const found = await findSlowly(page, text)
    if (found !== null) meaning.set(text, nameIn(found, medicines))
  }
  for (const { name, barcode } of medicines) if (barcode) meaning.set(barcode, name)
  const seen = new Set<string>()
  await readRecorded(api, seen)
  return { page, api, meaning, texts: texts.filter((text) => meaning.has(text)), codes, seen }
}

/** Sells `count` times under the conditions and returns the results. */
export async function runSession(
  { page, api, meaning, texts, codes, seen }: Counter,
  conditions: Conditions,
  count: number,
  seed: number,
): Promise<Tally> {
  const random = createRandom(seed)
  const sales = writeScript(texts, codes, count, random)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  // Begins with an empty form, so that no run affects the next.
  await picker(page).fill('')
  await picker(page).click()
  await page.keyboard.press('Escape')
  await sellFast(page, devtools, sales, conditions, random)
  await devtools.detach()
  const meant = sales.map(({ text, quantity }: Sale) => `${meaning.get(text)} × ${quantity}`)
  return compare(meant, await readRecorded(api, seen))
}
