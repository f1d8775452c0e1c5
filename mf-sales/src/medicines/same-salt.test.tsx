import { addDays, storeDate } from '@mms/contracts'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  answerCatalogue,
  buildMedicine,
  choose,
  freshCounter,
  picker,
  showSales,
  startServer,
} from '../../test/support.tsx'
import { catalogue } from './catalogue.ts'

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

async function showShelf() {
  const medicines = shelf.map(([name, currentStock, , expiryDate = null]) =>
    buildMedicine({ name, currentStock, expiryDate }),
  )
  startServer(medicines, {
    'GET /api/medicines/catalogue': () =>
      answerCatalogue(
        medicines.map((medicine, at) => ({ ...medicine, compositionKey: shelf[at]?.[2] ?? null })),
      ),
  })
  showSales()
  await expect.poll(() => catalogue.state().status).toBe('ready')
}

beforeEach(freshCounter)

it('offers the same salt for what has run out, its strength and form first, and another as such', async () => {
  await showShelf()
  await choose('Crocin 650')
  const line = screen.getByText(/left; same salt/)
  expect(line.textContent).toBe(
    '0 left; same salt: Dolo 650 (80), Calpol Syrup (900, another form or strength)',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Dolo 650' }))
  expect(picker().value).toBe('Dolo 650')
  expect(screen.queryByText(/same salt/)).toBeNull()
})

it('offers nothing for what is there, and nothing whose salts are not known', async () => {
  await showShelf()
  for (const name of ['Dolo 650', 'Zincovit']) {
    await choose(name)
    expect(picker().value).toBe(name)
    expect(screen.queryByText(/same salt/)).toBeNull()
  }
})
