import { fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { DataTable } from './data-table.tsx'
import { ListRegion, type ListView, Pager } from './list-region.tsx'

it('is a table with a caption, headers and named rows', () => {
  render(
    <UiProvider>
      <DataTable
        caption="Medicines"
        rows={[{ id: '1', name: 'Amoxicillin', stock: 4 }]}
        rowKey={(row) => row.id}
        columns={[
          { header: 'Name', primary: true, cell: (row) => row.name },
          { header: 'Stock', align: 'end', cell: (row) => row.stock },
        ]}
      />
    </UiProvider>,
  )
  const table = screen.getByRole('table', { name: 'Medicines' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Name', 'Stock'])
  const row = within(table).getByRole('row', { name: /Amoxicillin/ })
  expect(within(row).getByRole('rowheader').textContent).toBe('Amoxicillin')
  expect(within(row).getByRole('cell').textContent).toBe('4')
})

it('has a control in a head, and leaves out of the stacked card what it does without', () => {
  render(
    <UiProvider>
      <DataTable
        caption="Batches"
        rows={[4, 0]}
        rowKey={String}
        columns={[
          { header: 'Select', head: <button type="button">All</button>, cell: () => null },
          { header: 'Name', primary: true, cell: (stock) => `Batch ${stock}` },
          { header: 'Stock', cell: (stock) => `${stock} units`, tableOnly: (stock) => stock === 0 },
        ]}
      />
    </UiProvider>,
  )
  expect(screen.getAllByRole('columnheader')[0]?.textContent).toBe('All')
  const isLeftOut = (text: string) => 'tableOnly' in screen.getByText(text).dataset
  expect([isLeftOut('4 units'), isLeftOut('0 units')]).toEqual([false, true])
})

it('says where in the list the page is and goes on', () => {
  const onNext = vi.fn()
  render(
    <UiProvider>
      <Pager label="Medicines" from={51} to={100} total={10000} onNext={onNext} />
    </UiProvider>,
  )
  expect(screen.getByText('51–100 of 10,000')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(onNext).toHaveBeenCalledTimes(1)
})

it('writes its numbers in Indian grouping, a single row as one number, and offers the first page', () => {
  const onFirst = vi.fn()
  const { rerender } = render(
    <UiProvider>
      <Pager label="Sales" from={100001} to={100050} total={250000} onPrevious={vi.fn()} onFirst={onFirst} />
    </UiProvider>,
  )
  screen.getByText('1,00,001–1,00,050 of 2,50,000')
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'First page' }))
  expect(onFirst).toHaveBeenCalledTimes(1)
  rerender(
    <UiProvider>
      <Pager label="Sales" from={51} to={51} />
    </UiProvider>,
  )
  screen.getByText('51')
  expect(screen.queryByRole('button', { name: 'First page' })).toBeNull()
})

it('names each value of a stacked card by its column', () => {
  render(
    <UiProvider>
      <DataTable
        caption="Sales"
        rows={[{ id: '1', amount: '₹5.00' }]}
        rowKey={(row) => row.id}
        columns={[
          { header: 'Amount', align: 'end', cell: (row) => row.amount },
          { header: 'Actions', screenOnly: true, cell: () => 'Undo' },
        ]}
      />
    </UiProvider>,
  )
  const [amount, actions] = screen.getAllByRole('cell')
  expect([amount?.dataset.label, amount?.dataset.align]).toEqual(['Amount', 'end'])
  expect(actions?.hasAttribute('data-screen-only')).toBe(true)
})

it('opens a closed row, whose other values a narrow screen hides', () => {
  const sale = { id: '1', amount: '₹5.00' }
  const columns = [
    { header: 'Bill', primary: true, cell: ({ id }: typeof sale) => id },
    { header: 'Amount', brief: true, cell: ({ amount }: typeof sale) => amount },
    { header: 'Note', cell: () => 'Paid' },
  ]
  const table = (
    <UiProvider>
      <DataTable caption="Sales" rows={[sale]} rowKey={({ id }) => id} columns={columns} />
    </UiProvider>
  )
  render(table)
  const row = screen.getAllByRole('row')[1] as HTMLElement
  expect('closed' in row.dataset).toBe(true)
  fireEvent.click(within(row).getByRole('button', { name: 'Details', expanded: false }))
  expect('closed' in row.dataset).toBe(false)
  within(row).getByRole('button', { name: 'Details', expanded: true })
})

describe('a list', () => {
  type Row = { id: string }

  const pages = { from: 1, to: 2, total: 2, onFirst: undefined, onPrevious: undefined, onNext: undefined }

  const loading: ListView<Row> = {
    rows: undefined,
    after: '',
    stale: false,
    pager: undefined,
    failure: undefined,
    isFetching: true,
    retry: vi.fn(),
  }

  const loaded: ListView<Row> = {
    ...loading,
    rows: [{ id: 'Dolo' }, { id: 'Crocin' }],
    pager: pages,
    isFetching: false,
  }

  const listOf = (parts: Partial<ListView<Row>>) => (
    <UiProvider>
      <ListRegion label="medicines" list={{ ...loaded, ...parts }} empty={<p>No medicines</p>}>
        {(rows, stale) => (
          <DataTable
            caption="Medicines"
            rows={rows}
            rowKey={({ id }) => id}
            stale={stale}
            isHighlighted={({ id }) => id === 'Crocin'}
            columns={[
              { header: 'Name', primary: true, cell: ({ id }) => <button type="button">{id}</button> },
            ]}
          />
        )}
      </ListRegion>
    </UiProvider>
  )

  const region = () => screen.getByRole('region', { name: 'List of medicines' })

  describe('a paged list', () => {
    it('is a skeleton until it is known, and then its rows', () => {
      const { rerender } = render(listOf(loading))
      screen.getByRole('status', { name: 'Loading medicines...' })
      expect(screen.queryByRole('table')).toBeNull()
      rerender(listOf({}))
      expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
        'Dolo',
        'Crocin',
      ])
      screen.getByText('1–2 of 2')
    })

    it('says why it cannot be had, and tries again', () => {
      const retry = vi.fn()
      const failure = { title: 'Failed to fetch medicines', text: 'Unable to connect to the server.' }
      render(listOf({ ...loading, failure, isFetching: false, retry }))
      const card = screen.getByRole('alert')
      expect(card.textContent).toContain('Failed to fetch medicines')
      expect(card.textContent).toContain('Unable to connect to the server.')
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
      expect(retry).toHaveBeenCalledTimes(1)
    })

    it('says that it is empty, without numbers', () => {
      render(listOf({ rows: [], pager: { ...pages, from: 1, to: 0 } }))
      screen.getByText('No medicines')
      expect(screen.queryByRole('navigation')).toBeNull()
    })

    it('shows rows of the page before as busy, and marks those that want attention', () => {
      render(listOf({ stale: true }))
      expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
      const marked = screen.getAllByRole('row').filter((row) => row.hasAttribute('data-highlighted'))
      expect(marked.map(({ textContent }) => textContent)).toEqual(['Crocin'])
    })
  })

  describe('the focus', () => {
    it('goes to the top of another page, once its rows are there', () => {
      const { rerender } = render(listOf({ pager: { ...pages, onNext: vi.fn() } }))
      screen.getByRole('button', { name: 'Next' }).focus()
      rerender(listOf({ stale: true }))
      expect(document.activeElement).not.toBe(region())
      rerender(listOf({ rows: [{ id: 'Zincovit' }], after: 'c1' }))
      expect(document.activeElement).toBe(region())
    })

    it('stays where it is when the same page comes again', () => {
      const { rerender } = render(listOf({}))
      screen.getByRole('button', { name: 'Dolo' }).focus()
      rerender(listOf({ rows: [{ id: 'Dolo' }, { id: 'Zincovit' }] }))
      expect(document.activeElement?.textContent).toBe('Dolo')
    })

    it('goes to the list when the row that had it is gone', () => {
      const { rerender } = render(listOf({}))
      screen.getByRole('button', { name: 'Dolo' }).focus()
      rerender(listOf({ rows: [{ id: 'Crocin' }] }))
      expect(document.activeElement).toBe(region())
    })
  })
})
