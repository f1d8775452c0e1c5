import { addDays, storeDate } from '@mms/contracts'
import { problem, type StubbedCall } from '@mms/sdk/test-support'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  answerCatalogue,
  build,
  form,
  offline,
  openSales,
  SENT,
  showSales,
  startServer,
  type,
} from '../../test/support.tsx'
import { catalogue } from './catalogue.ts'

const options = () =>
  screen.queryAllByRole('option', { name: /in stock/ }).map((option) => option.textContent)
const press = (key: string) => fireEvent.keyDown(form.picker(), { key })
const enter = () => press('Enter')
const highlighted = () => screen.queryByRole('option', { name: /in stock/, selected: true })?.textContent
/** What is highlighted has been on the screen for a frame, and no key bounces any more. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60)))
const CATALOGUE = 'GET /api/medicines/catalogue'

/** The page with its catalogue at hand. */
async function showReady() {
  const page = showSales()
  await expect.poll(() => catalogue.state().status).toBe('ready')
  return page
}

it('finds at every key among what is kept here, and asks nobody', async () => {
  const { calls } = startServer([build.medicine({ name: 'Amoxicillin', currentStock: 1200 })])
  await showReady()
  const before = calls.length
  type(form.picker(), 'amox')
  expect(options()).toEqual(['Amoxicillin Cipla ₹12.50 1,200 in stock'])
  const asked = () => calls.slice(before).filter(({ path }) => path.startsWith('/api/medicines'))
  expect(asked()).toEqual([])
  enter()
  expect(form.picker().value).toBe('Amoxicillin')
  expect(document.activeElement).toBe(form.field(/^Quantity/))
  // Of what is chosen it asks which batches there are, and waits for nothing.
  await expect.poll(() => asked().map(({ path }) => path.split('/').at(-1))).toEqual(['batches'])
})

it('takes nothing before the catalogue is there, keeps the text, and takes it by an Enter that has seen it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  openSales([], {
    [CATALOGUE]: async () => {
      await promise
      return answerCatalogue([build.medicine({ name: 'Metformin' }), build.medicine({ name: 'Zinc' })])
    },
  })
  type(form.picker(), 'metf')
  enter()
  expect(screen.getAllByText('Loading medicines…').length).toBeGreaterThan(0)
  expect(press('3')).toBe(false)
  expect(form.picker().value).toBe('metf')
  resolve()
  await expect.poll(highlighted).toMatch(/^Metformin/)
  expect(form.picker().value).toBe('metf')
  screen.getAllByText(/“3” was removed/)
  enter()
  await drawn()
  expect(form.picker().value).toBe('metf')
  enter()
  expect(form.picker().value).toBe('Metformin')
  expect(document.activeElement).toBe(form.field(/^Quantity/))
})

it('says that the medicines cannot be loaded, and tries again by Enter', async () => {
  let isBroken = true
  openSales([], {
    [CATALOGUE]: () =>
      isBroken ? problem(500, 'Out of order') : answerCatalogue([build.medicine({ name: 'Zinc' })]),
  })
  type(form.picker(), 'zinc')
  expect((await screen.findAllByText('Failed to load medicines')).length).toBeGreaterThan(0)
  expect((await screen.findAllByText(/Error 500: Out of order/)).length).toBeGreaterThan(0)
  isBroken = false
  enter()
  await expect.poll(highlighted).toMatch(/^Zinc/)
  await drawn()
  enter()
  expect(form.picker().value).toBe('Zinc')
})

it('counts what is recorded here at once, also while the server has not heard of it', async () => {
  const medicine = build.medicine({ name: 'Zinc', currentStock: 5 })
  startServer([medicine], { [SENT]: offline })
  await showReady()
  await form.choose('Zinc')
  type(form.field(/^Quantity/), '2')
  form.submit()
  type(form.picker(), 'zinc')
  await expect.poll(options).toEqual(['Zinc Cipla ₹12.50 3 in stock, 2 waiting'])
})

it('asks what has changed since its version, and follows', async () => {
  const zinc = build.medicine({ name: 'Zinc', currentStock: 5 })
  const gone = build.medicine({ name: 'Zinconia', currentStock: 1 })
  const changes = { since: 'v1', deleted: [gone._id], version: 'v2' }
  const answers = [
    answerCatalogue([zinc, gone], { version: 'v1' }),
    answerCatalogue([{ ...zinc, currentStock: 4 }], changes),
  ]
  const asked: (string | null)[] = []
  startServer([], {
    [CATALOGUE]: ({ query }: StubbedCall) => {
      asked.push(query.get('since'))
      return answers.shift() ?? new Response(null, { status: 304 })
    },
  })
  await showReady()
  await act(() => catalogue.refresh())
  type(form.picker(), 'zinc')
  expect(options()).toEqual(['Zinc Cipla ₹12.50 4 in stock'])
  await act(() => catalogue.refresh())
  expect(asked.slice(0, 3)).toEqual([null, 'v1', 'v2'])
})

const TABLETS = 'paracetamol|650 mg|tablets'
const YESTERDAY = addDays(storeDate('Asia/Kolkata'), -1)
const shelf = [
  ['Crocin 650', 0, TABLETS],
  ['Dolo 650', 80, TABLETS],
  ['Pacimol 650', 90, TABLETS, YESTERDAY],
  ['Calpol Syrup', 900, 'paracetamol|25 mg/ml|liquid'],
  ['Malidens 650', 0, TABLETS],
  ['Aspirin 650', 70, 'acetylsalicylic acid|650 mg|tablets'],
  ['Zincovit', 0, null],
  ['Zinc Salt', 60, null],
] as const

it('offers the same salt for what has run out, its strength and form first, and another as such', async () => {
  const medicines = shelf.map(([name, currentStock, compositionKey, expiryDate = null]) => ({
    ...build.medicine({ name, currentStock, expiryDate }),
    compositionKey,
  }))
  openSales(medicines, { [CATALOGUE]: () => answerCatalogue(medicines) })
  await expect.poll(() => catalogue.state().status).toBe('ready')
  await form.choose('Crocin 650')
  const text = screen.getByText(/left; same salt/).textContent
  expect(text).toBe('0 left; same salt: Dolo 650 (80), Calpol Syrup (900, another form or strength)')
  fireEvent.click(screen.getByRole('button', { name: 'Dolo 650' }))
  expect(form.picker().value).toBe('Dolo 650')
  expect(screen.queryByText(/same salt/)).toBeNull()
  // Its salts are not known.
  await form.choose('Zincovit')
  expect(form.picker().value).toBe('Zincovit')
  expect(screen.queryByText(/same salt/)).toBeNull()
})
