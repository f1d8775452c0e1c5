import { sales } from '@mms/mf-sales/e2e/words.ts'
import { createRandom, type Random } from '@mms/service-kit/random'
import type { CDPSession, Page } from '@playwright/test'
import { type Api, addMedicine, connectApi } from '../suite/api.ts'
import { AWAY, picker } from '../suite/counter.ts'
import { enter, expect, test } from '../suite/test.ts'
import { families } from './meanings/families.ts'
import { namesOf } from './meanings/names.ts'
import { type Row, rowsOf, rowsOfMissing } from './meanings/rows.ts'
import { shelfOf } from './meanings/shelf.ts'
import { strokesOf, typeStrokes } from './typist.ts'

const SIZES = (process.env.TYPING_SIZES ?? '400').split(',').map(Number)
/** Texts under each of the conditions. */
const EACH = Number(process.env.TYPING_EACH ?? 40)
const SEED = Number(process.env.TYPING_SEED ?? 1)
const MOST_NEEDLESS = 0.05
/** Low, because it shares the gateway's limit with pages of the same user. */
const AT_ONCE = 4
/** Every fourth medicine of a family is missing, so its texts must ask. */
const MISSING = 4

const conditions = [20, 60, 100, 150].flatMap((speed) => [
  { speed, slowdown: 1, isOffline: false },
  { speed, slowdown: 6, isOffline: false },
  { speed, slowdown: 1, isOffline: true },
])

interface Listed {
  name: string
}

/** Families that fill half of the shelf. */
function chooseFamilies(size: number, random: Random): typeof families {
  let room = size / 2
  return random.shuffle(families).filter((family) => {
    const fits = family.length <= room
    if (fits) room -= family.length
    return fits
  })
}

/** Fills the store and returns the rows to type. */
async function openShelf(api: Api, size: number, random: Random): Promise<Row[]> {
  const chosen = chooseFamilies(size, random)
  const held = chosen.map((family) => family.filter((_, at) => at % MISSING !== MISSING - 1))
  const shelf = shelfOf(held, size, random)
  for (let from = 0; from < shelf.length; from += AT_ONCE) {
    const some = shelf.slice(from, from + AT_ONCE)
    await Promise.all(some.map(({ name, manufacturer }) => addMedicine(api, { name, manufacturer })))
  }
  const names = namesOf(await api.get<Listed[]>('/api/medicines'))
  return chosen.flatMap((family, at) => {
    const missing = family.filter((medicine) => !held[at]?.includes(medicine))
    return [
      ...rowsOf(held[at] ?? [], names, random),
      ...missing.flatMap((medicine) => rowsOfMissing(medicine, names, random)),
    ]
  })
}

/** Form after a text and Enter: the name, or nothing if it asks. */
interface Taken {
  name: string | undefined
  shown: string
}

/** Types the text and Enter without a pause. */
async function takeByTyping(
  page: Page,
  devtools: CDPSession,
  text: string,
  speed: number,
  random: Random,
): Promise<Taken> {
  await expect(picker(page)).toBeFocused()
  await typeStrokes(devtools, strokesOf([...text, 'Enter'], speed, random))
  // Two frames, so that the effect of Enter is drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const isTaken = await page.getByLabel(sales.quantity).evaluate((field) => field === document.activeElement)
  const inPicker = await picker(page).inputValue()
  const shown = isTaken ? '' : await describeList(page, inPicker)
  await picker(page).focus()
  await picker(page).fill('')
  await page.keyboard.press('Escape')
  return { name: isTaken ? inPicker : undefined, shown }
}

async function describeList(page: Page, inPicker: string): Promise<string> {
  const [first] = await page.getByRole('listbox', { name: 'Medicine' }).getByRole('option').allInnerTexts()
  return `“${inPicker}” lists ${first?.replaceAll('\n', ' ') ?? 'nothing'}`
}

for (const size of SIZES) {
  test(`what is typed among ${size} medicines means one of them, or asks`, async ({
    page,
    suite,
    troubles,
  }) => {
    troubles.allow(AWAY)
    const random = createRandom(SEED)
    const rows = random.shuffle(await openShelf(await connectApi(suite), size, random))
    await enter(page, '/sales')
    // A text typed before the names are loaded asks too, which is not counted here.
    await picker(page).fill(rows.find(({ meant }) => meant !== undefined)?.meant ?? '')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    const devtools = await page.context().newCDPSession(page)
    const wrong: string[] = []
    const needless: string[] = []
    let typed = 0
    let meantCount = 0
    for (const { speed, slowdown, isOffline } of conditions) {
      await page.context().setOffline(isOffline)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      for (const { text, meant } of rows.slice(typed, typed + EACH)) {
        const { name, shown } = await takeByTyping(page, devtools, text, speed, random)
        typed += 1
        if (meant !== undefined) meantCount += 1
        const condition = `${speed} ms, ${slowdown} × slower${isOffline ? ', offline' : ''}`
        if (name !== undefined && name !== meant) wrong.push(`${text} takes ${name}, not ${meant}`)
        if (name === undefined && meant !== undefined)
          needless.push(`${text} means ${meant}: ${shown} (${condition})`)
      }
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await page.context().setOffline(false)
    }
    process.stdout.write(
      `${size} medicines: ${typed} typed, ${wrong.length} wrong, ${needless.length} of ${meantCount} needless\n  ${needless.join('\n  ')}\n`,
    )
    expect(wrong).toEqual([])
    expect(needless.length / meantCount, needless.join('\n')).toBeLessThanOrEqual(MOST_NEEDLESS)
  })
}
