import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { UiProvider } from '../theme/ui-provider.tsx'
import { DataTable } from './data-table.tsx'
import { Pager } from './list-region.tsx'

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
