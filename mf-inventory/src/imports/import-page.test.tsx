import type { CatalogueImport, ImportRequest, ImportRow } from '@mms/contracts'
import { problem, signInAs, stubApi } from '@mms/sdk/test-support'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { press, showPage } from '../../test/support.tsx'
import { ImportPage } from './import-page.tsx'
import { splitIntoRequests } from './use-import.ts'

const PUT = 'PUT /api/medicines/imports/:id'
const past: CatalogueImport = {
  _id: '0193a000-0000-7000-8000-0000000000aa',
  fileName: 'old.csv',
  createdAt: '2026-11-20T06:30:00.000Z',
  ...{ createdBy: 'Asha', added: 600, changed: 2, undone: 0, kept: 0, undoneAt: null },
}

/** As the server judges: what has no category is refused, Zinc is there. */
const judge = ({ body }: { body: unknown }) => ({
  rows: (body as ImportRequest).rows.map(({ row, fields }) => {
    if (!fields.category) return { row, kind: 'refused', errors: { category: 'is required' } }
    return fields.name === 'Zinc' ? { row, kind: 'changed', stockChange: -3 } : { row, kind: 'added' }
  }),
})

const choose = (text: string) =>
  fireEvent.change(screen.getByLabelText('File of medicines'), {
    target: { files: [new File([text], 'stock.csv')] },
  })
const FILE = 'Name,Category,Stock\nZinc,Vitamins,17\nIron,Vitamins,5\nWhat,,1\nIRON,Vitamins,6\n'
const show = () => showPage(<ImportPage />, { at: '/medicines/import', route: '*' })

beforeEach(() => signInAs('admin'))

describe('an import', () => {
  it('says what would become of each row before it does anything', async () => {
    const calls = stubApi({ 'GET /api/medicines/imports': [], [PUT]: judge })
    show()
    choose(FILE)
    await screen.findByRole('button', { name: 'Import 2 medicines' })
    expect(screen.getByRole('group', { name: 'Rows' }).textContent).toBe('New1Changed1Unchanged0Refused2')
    const table = screen.getByRole('table', { name: 'Rows of the file' })
    within(table).getByText('Category is required.')
    within(table).getByText('Medicine Name is already in row 3.')
    within(table).getByText('Stock −3')
    const bodies = () =>
      calls.filter(({ method }) => method === 'PUT').map(({ body }) => body as ImportRequest)
    expect(bodies()).toMatchObject([{ dryRun: true, setStock: false, fileName: 'stock.csv' }])
    fireEvent.click(screen.getByLabelText('Set stock and expiry date of medicines that already exist'))
    await expect.poll(() => bodies().at(-1)).toMatchObject({ dryRun: true, setStock: true })

    fireEvent.click(await screen.findByRole('button', { name: 'Import 2 medicines' }))
    await screen.findByText('Added')
    expect(bodies().at(-1)).toMatchObject({ dryRun: false, setStock: true, rows: [{ row: 2 }, { row: 3 }] })
    screen.getByRole('link', { name: 'Show the medicines' })
  })

  it('that stopped goes on under the same id', async () => {
    let isBroken = false
    const calls = stubApi({
      'GET /api/medicines/imports': [],
      [PUT]: (call) => (isBroken ? problem(503, 'Out of order') : judge(call)),
    })
    show()
    choose(FILE)
    const start = await screen.findByRole('button', { name: 'Import 2 medicines' })
    isBroken = true
    fireEvent.click(start)
    await screen.findByText('The import has stopped')
    isBroken = false
    press('Try again')
    await screen.findByText('Added')
    const ids = calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
  })

  it('is taken back in parts, and names what stays', async () => {
    let left = 602
    stubApi({
      'GET /api/medicines/imports': () => [
        { ...past, undone: 602 - left, undoneAt: left < 602 ? past.createdAt : null },
      ],
      'POST /api/medicines/imports/:id/undo': () => {
        left = Math.max(0, left - 500)
        return { left, undone: 500, kept: left === 0 ? ['Zinc'] : [] }
      },
    })
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Undo old.csv' }))
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Undo' }))
    await screen.findByText('Not undone, because changed after the import: 1')
    screen.getByText('Zinc')
    await screen.findByText('602 undone')
    expect(screen.queryByRole('button', { name: 'Undo old.csv' })).toBeNull()
  })

  it('is for administrators', () => {
    signInAs('staff')
    stubApi({})
    show()
    screen.getByText('Only administrators can import medicines')
    expect(screen.queryByRole('button')).toBeNull()
  })
})

it('rows go in requests that a server takes, all of them and in their order', () => {
  const rows: ImportRow[] = Array.from({ length: 1_000 }, (_, at) => ({
    ...{ row: at + 2, fields: { name: 'ज'.repeat(at % 200) } },
  }))
  const requests = splitIntoRequests(rows)
  expect(requests.flat()).toEqual(rows)
  for (const request of requests) {
    expect(request.length).toBeLessThanOrEqual(400)
    expect(new TextEncoder().encode(JSON.stringify(request)).length).toBeLessThan(250_000)
  }
})
