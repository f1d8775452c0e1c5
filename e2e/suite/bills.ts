import { financialYearOf, storeDate } from '@mms/contracts'
import { expect, type Page } from '@playwright/test'
import { type Api, addMedicine } from './api.ts'
import { picker } from './counter.ts'
import { enter } from './test.ts'

export const KEY_MS = 60

/** `A/26-27/000001` in the current financial year. */
export const numberText = (prefix: string, number: number): string =>
  `${prefix}/${financialYearOf(storeDate())}/${String(number).padStart(6, '0')}`

export interface ListedBill {
  _id: string
  number: string
  status: string
  handedOver: boolean
  payable: number
}

export const payable = (page: Page) => page.getByLabel('Payable')
/** Texts of the printed papers, oldest first. */
export const printed = (page: Page) => page.evaluate(() => (window as unknown as { papers: string[] }).papers)
export const listedBills = (api: Api, search: string) =>
  api.get<ListedBill[]>(`/api/bills?search=${encodeURIComponent(search)}`)

/** Opens a page and registers its browser as a counter. `printed` returns what it prints. */
export async function openCounter(page: Page, letter: string, hasPatience = true): Promise<void> {
  await page.addInitScript((waits) => {
    const own = window as unknown as { papers: string[] }
    own.papers = []
    // Extends the page's limit of three seconds, so that it waits for the server even on a slow machine.
    const wait = window.setTimeout
    if (waits)
      window.setTimeout = ((work: () => void, ms?: number) =>
        wait(work, ms === 3_000 ? 600_000 : ms)) as never
    window.print = () => {
      own.papers.push(document.querySelector('[data-paper]')?.textContent ?? '')
      setTimeout(() => window.dispatchEvent(new Event('afterprint')))
    }
  }, hasPatience)
  await enter(page, '/bills/counters')
  await page.getByRole('button', { name: 'Register this browser' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Letter').selectOption(letter)
  await dialog.getByLabel('Name').fill(`Counter ${letter}`)
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`Counter ${letter}`) })).toBeVisible()
  await page.goto('/bills/new')
  await expect(picker(page)).toBeFocused()
}

/** Types name and quantity as fast as a pharmacist. */
export async function addLine(page: Page, name: string, quantity: string): Promise<void> {
  await page.keyboard.type(name, { delay: KEY_MS })
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type(quantity, { delay: KEY_MS })
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveValue('')
}

/** Pays the exact amount in cash by keyboard. */
export async function payCash(page: Page): Promise<void> {
  await page.keyboard.press('+')
  await page.keyboard.press('Enter')
}

export const addStrip = (api: Api, name: string, differing: object = {}) =>
  addMedicine(api, {
    ...{ name, currentStock: 150, packSize: 15, packWord: 'strip', unitWord: 'tablet' },
    ...{ packPrice: 35, packMrp: 35, ...differing },
  })
