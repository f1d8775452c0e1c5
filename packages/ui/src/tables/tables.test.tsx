import { fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { ListRegion, type ListView, Pager } from './list-region.tsx'

interface Batch {
  name: string
  stock: number
}

function showTable(columns: Column<Batch>[], ...stocks: number[]) {
  const rows = stocks.map((stock) => ({ name: `Batch ${stock}`, stock }))
  render(<DataTable caption="Batches" columns={columns} rows={rows} rowKey={({ name }) => name} />, {
    wrapper: UiProvider,
  })
  return within(screen.getByRole('table', { name: 'Batches' }))
}
const named: Column<Batch> = { header: 'Name', primary: true, cell: ({ name }) => name }

it('has a caption, heads that may hold a control, and named rows, whose values a card names or leaves out', () => {
  const table = showTable(
    [
      named,
      { header: 'Stock', align: 'end', cell: ({ stock }) => stock, tableOnly: ({ stock }) => stock === 0 },
      { header: 'Actions', head: <button type="button">All</button>, screenOnly: true, cell: () => 'Undo' },
    ],
    4,
    0,
  )
  const heads = table.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads).toEqual(['Name', 'Stock', 'All'])
  const row = within(table.getByRole('row', { name: /Batch 4/ }))
  expect(row.getByRole('rowheader').textContent).toBe('Batch 4')
  const [stock, actions] = row.getAllByRole('cell')
  expect([stock?.textContent, stock?.dataset.label, stock?.dataset.align]).toEqual(['4', 'Stock', 'end'])
  expect(actions?.hasAttribute('data-screen-only')).toBe(true)
  const isLeftOut = (text: string) => 'tableOnly' in screen.getByText(text).dataset
  expect([isLeftOut('4'), isLeftOut('0')]).toEqual([false, true])
})

it('opens a closed row, whose other values a narrow screen hides', () => {
  const table = showTable([named, { header: 'Stock', brief: true, cell: ({ stock }) => stock }], 4)
  const row = table.getAllByRole('row')[1] as HTMLElement
  expect('closed' in row.dataset).toBe(true)
  fireEvent.click(within(row).getByRole('button', { name: 'Details', expanded: false }))
  expect('closed' in row.dataset).toBe(false)
  within(row).getByRole('button', { name: 'Details', expanded: true })
})

it('says in Indian grouping where in the list the page is, and goes on or to the first page', () => {
  const [onNext, onFirst] = [vi.fn(), vi.fn()]
  const numbers = { from: 100_001, to: 100_050, total: 250_000 }
  const pager = <Pager label="Sales" {...numbers} onNext={onNext} onFirst={onFirst} />
  const { rerender } = render(pager, { wrapper: UiProvider })
  screen.getByText('1,00,001–1,00,050 of 2,50,000')
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  fireEvent.click(screen.getByRole('button', { name: 'First page' }))
  expect([onNext.mock.calls.length, onFirst.mock.calls.length]).toEqual([1, 1])
  rerender(<Pager label="Sales" from={51} to={51} />)
  screen.getByText('51')
  expect(screen.queryByRole('button', { name: 'First page' })).toBeNull()
})

describe('a list', () => {
  type Row = { id: string }

  const pages = { from: 1, to: 2, total: 2, onFirst: undefined, onPrevious: undefined, onNext: undefined }
  const loaded: ListView<Row> = {
    rows: [{ id: 'Dolo' }, { id: 'Crocin' }],
    after: '',
    stale: false,
    pager: pages,
    failure: undefined,
    isFetching: false,
    retry: vi.fn(),
  }
  const loading = { rows: undefined, pager: undefined, isFetching: true }

  const listOf = (parts: Partial<ListView<Row>>) => (
    <ListRegion label="medicines" list={{ ...loaded, ...parts }} empty={<p>No medicines</p>}>
      {(rows, stale) => (
        <DataTable
          caption="Medicines"
          rows={rows}
          rowKey={({ id }) => id}
          stale={stale}
          isHighlighted={({ id }) => id === 'Crocin'}
          columns={[{ header: 'Name', primary: true, cell: ({ id }) => <button type="button">{id}</button> }]}
        />
      )}
    </ListRegion>
  )
  const show = (parts: Partial<ListView<Row>>) => {
    const { rerender } = render(listOf(parts), { wrapper: UiProvider })
    return (next: Partial<ListView<Row>>) => rerender(listOf(next))
  }

  const region = () => screen.getByRole('region', { name: 'List of medicines' })

  it('is a skeleton until it is known, and then its rows, or says that it is empty', () => {
    const change = show(loading)
    screen.getByRole('status', { name: 'Loading medicines...' })
    expect(screen.queryByRole('table')).toBeNull()
    change({})
    expect(screen.getAllByRole('rowheader').map((row) => row.textContent)).toEqual(['Dolo', 'Crocin'])
    screen.getByText('1–2 of 2')
    change({ rows: [], pager: { ...pages, from: 1, to: 0 } })
    screen.getByText('No medicines')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('says why it cannot be had, and tries again', () => {
    const retry = vi.fn()
    const failure = { title: 'Failed to fetch medicines', text: 'Unable to connect to the server.' }
    show({ ...loading, failure, isFetching: false, retry })
    const card = screen.getByRole('alert')
    expect(card.textContent).toContain('Failed to fetch medicines')
    expect(card.textContent).toContain('Unable to connect to the server.')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('shows rows of the page before as busy, and marks those that want attention', () => {
    show({ stale: true })
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    const marked = screen.getAllByRole('row').filter((row) => row.hasAttribute('data-highlighted'))
    expect(marked.map(({ textContent }) => textContent)).toEqual(['Crocin'])
  })

  it('gives the focus to the top of another page, once its rows are there', () => {
    const change = show({ pager: { ...pages, onNext: vi.fn() } })
    screen.getByRole('button', { name: 'Next' }).focus()
    change({ stale: true })
    expect(document.activeElement).not.toBe(region())
    change({ rows: [{ id: 'Zincovit' }], after: 'c1' })
    expect(document.activeElement).toBe(region())
  })

  it('leaves the focus when the same page comes again, and takes it when its row is gone', () => {
    const change = show({})
    screen.getByRole('button', { name: 'Dolo' }).focus()
    change({ rows: [{ id: 'Dolo' }, { id: 'Zincovit' }] })
    expect(document.activeElement?.textContent).toBe('Dolo')
    change({ rows: [{ id: 'Crocin' }] })
    expect(document.activeElement).toBe(region())
  })
})
